/** The addresses of the live dashboard's pages. Grafana's menu, which `kiosk` hides, takes a quarter of a small window. */

/** @param url of Grafana @returns one line for the user */
export function dashboardLine(url: string): string {
  return `live dashboard: ${dashboardAddress(url)}`;
}

/** @param url of Grafana @param what by default what runs now */
export function dashboardAddress(
  url: string,
  {
    page = 'live',
    run,
    scenario,
    fromMs,
    toMs,
  }: { page?: 'live' | 'compare'; run?: string; scenario?: string; fromMs?: number; toMs?: number } = {},
): string {
  const query = new URLSearchParams({ kiosk: 'true' });
  if (run !== undefined) query.set('var-run', run);
  if (scenario !== undefined) query.set('var-scenario', scenario);
  // Nothing is to be followed there: all scenarios are offered, not the last one alone (variable `scenarios` of dashboards/live-run.ts).
  if (page === 'live' && toMs !== undefined) query.set('var-scenarios', '0');
  if (fromMs !== undefined) query.set('from', String(fromMs));
  if (toMs !== undefined) query.set('to', String(toMs));
  return `${url}/d/stackbench-${page}?${query}`;
}
