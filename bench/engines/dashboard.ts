/** The addresses of the live dashboard's pages. Grafana's menu, which `kiosk` hides, takes a quarter of a small window. */

/** @param url of Grafana @returns one line for the user */
export function dashboardLine(url: string): string {
  return `live dashboard: ${dashboardAddress(url)}`;
}

type Shown = { page?: 'live' | 'compare'; run?: string; scenario?: string; fromMs?: number; toMs?: number };

/** @param url of Grafana @param what by default what runs now */
export function dashboardAddress(url: string, { page = 'live', run, scenario, fromMs, toMs }: Shown = {}): string {
  // Nothing is to be followed there: all scenarios are offered, not the last one alone (variable `scenarios` of dashboards/live-run.ts).
  const scenarios = page === 'live' && toMs !== undefined ? 0 : undefined;
  const variables = { 'var-run': run, 'var-scenario': scenario, 'var-scenarios': scenarios, from: fromMs, to: toMs };
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  return `${url}/d/stackbench-${page}?${new URLSearchParams({ kiosk: 'true', ...Object.fromEntries(given) })}`;
}
