/** The addresses of the live dashboard's pages. Grafana's menu, which `kiosk` hides, takes a quarter of a small window. */

/** `line`: for the user, where it is, or how to get one; `url`: of Grafana, for a browser of the user's machine; null if there is none */
export type Dashboard = { line: string; url: string | null };

export function dashboardAt(url: string): Dashboard {
  return { line: `live dashboard: ${dashboardAddress(url)}`, url };
}

export function noDashboard(reason: string): Dashboard {
  return { line: `no live dashboard: ${reason}`, url: null };
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
