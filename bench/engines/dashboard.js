/** The addresses of the live dashboard's pages. Grafana's menu, which `kiosk` hides, takes a quarter of a small window. */

/** @param {string} url of Grafana @returns {string} one line for the user */
export function dashboardLine(url) {
  return `live dashboard: ${dashboardAddress(url)}`;
}

/**
 * @param {string} url of Grafana
 * @param {{ page?: 'live' | 'compare', run?: string, scenario?: string, fromMs?: number, toMs?: number }} [what] by default what runs now
 * @returns {string}
 */
export function dashboardAddress(url, { page = 'live', run, scenario, fromMs, toMs } = {}) {
  const query = new URLSearchParams({ kiosk: 'true' });
  if (run !== undefined) query.set('var-run', run);
  if (scenario !== undefined) query.set('var-scenario', scenario);
  // Nothing is to be followed there: all scenarios are offered, not the last one alone (variable `scenarios` of dashboards/live-run.js).
  if (page === 'live' && toMs !== undefined) query.set('var-scenarios', '0');
  if (fromMs !== undefined) query.set('from', String(fromMs));
  if (toMs !== undefined) query.set('to', String(toMs));
  return `${url}/d/stackbench-${page}?${query}`;
}
