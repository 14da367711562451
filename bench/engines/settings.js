/** What the catalogue's `settings` add to a target's environment, with every engine. */

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {Catalogue} catalogue
 * @param {string | null | undefined} name of the settings; without one nothing is added
 * @param {string} target
 * @returns {Record<string, string>} chosen by its web server and its driver; the target's own environment has priority
 */
export function settingsOf(catalogue, name, target) {
  if (!name) return {};
  const { server, database, environment } = catalogue.targets[target];
  const { tomcat, jetty, ...drivers } = catalogue.settings[name].environment;
  /** @type {Record<string, Record<string, string> | undefined>} */
  const servers = { tomcat, jetty };
  const added = { ...servers[server], ...(database ? drivers[database] : {}) };
  return Object.fromEntries(Object.entries(added).filter(([variable]) => !(variable in environment)));
}
