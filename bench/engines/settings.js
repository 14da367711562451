/** What the catalogue's `settings` add to a target's environment: the same for both engines. */

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {Catalogue} catalogue
 * @param {string | null | undefined} name of the settings; without one nothing is added
 * @param {string} target
 * @returns {Record<string, string>} by its web server and its driver; what makes the target what it is (its own environment) wins over it
 */
export function settingsOf(catalogue, name, target) {
  if (!name) return {};
  const { server, database, environment } = catalogue.targets[target];
  const { tomcat, ...drivers } = catalogue.settings[name].environment;
  const added = { ...(server === 'tomcat' ? tomcat : {}), ...(database ? drivers[database] : {}) };
  return Object.fromEntries(Object.entries(added).filter(([variable]) => !(variable in environment)));
}
