/** Grafana with the project's dashboards, if the user has it. No run depends on it. */
import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../util/errors.ts';
import { findPrograms } from '../../../util/programs.ts';
import { dashboardAt, noDashboard, type Dashboard } from '../../dashboard.ts';
import { isFree } from '../ports.ts';
import { requireOk, untilReady } from '../../processes/ready.ts';
import type { Endpoints } from '../../engine.ts';

const START_MS = 60_000;

type Context = Pick<import('./start.ts').Context, 'root' | 'workDir' | 'launch'> & { endpoints: Pick<Endpoints, 'influx' | 'prometheus'> };

/** @returns the program, if the user has it */
export async function findGrafana(): Promise<string | undefined> {
  return (await findPrograms(['grafana-server', 'grafana'])).at(0);
}

/** @param url where it listens @returns never rejected */
export async function startGrafana(context: Context, url: string, find = findGrafana): Promise<Dashboard> {
  const program = await find();
  if (!program) return noDashboard('Grafana (https://grafana.com/grafana/download) is not on PATH');
  const { hostname, port } = new URL(url);
  if (!(await isFree(Number(port)))) return noDashboard(`port ${port} (Grafana) is taken`);
  try {
    const data = path.join(context.workDir, 'grafana');
    // Grafana logs an error for a missing folder of plugins.
    await mkdir(path.join(data, 'plugins'), { recursive: true });
    const env = { ...environment(context, data), GF_SERVER_HTTP_ADDR: hostname, GF_SERVER_HTTP_PORT: port };
    const server = await context.launch({ name: 'grafana', command: commandLine(program), cwd: data, env });
    await untilReady(server, START_MS, () => requireOk(`${url}/api/health`));
    return dashboardAt(url);
  } catch (error) {
    return noDashboard(messageOf(error));
  }
}

/** @param program `grafana-server`, or `grafana`, which replaces it in newer versions */
function commandLine(program: string): string[] {
  const command = path.basename(program) === 'grafana' ? [program, 'server'] : [program];
  const beside = path.dirname(path.dirname(realpathSync(program)));
  const candidates = [beside, path.join(beside, 'share', 'grafana'), '/usr/share/grafana'];
  // Without this option Grafana looks for its own files in the working folder.
  const home = candidates.find((directory) => existsSync(path.join(directory, 'conf', 'defaults.ini')));
  return home ? [...command, `--homepath=${home}`] : command;
}

/** Variables of docs/dev/interfaces.md, section 7. @param data folder for everything that Grafana writes */
function environment({ root, endpoints: { influx, prometheus } }: Context, data: string): Record<string, string> {
  const dashboards = path.join(root, 'grafana', 'dashboards');
  return {
    INFLUXDB_URL: influx.url,
    INFLUXDB_DATABASE: influx.database,
    INFLUXDB_TOKEN: 'none',
    PROMETHEUS_URL: prometheus,
    DASHBOARDS_DIR: dashboards,
    GF_PATHS_DATA: data,
    GF_PATHS_LOGS: path.join(data, 'log'),
    GF_PATHS_PLUGINS: path.join(data, 'plugins'),
    GF_PATHS_PROVISIONING: path.join(root, 'grafana', 'provisioning'),
    GF_AUTH_ANONYMOUS_ENABLED: 'true',
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: path.join(dashboards, 'live-run.json'),
    GF_DASHBOARDS_MIN_REFRESH_INTERVAL: '1s',
    GF_ANALYTICS_REPORTING_ENABLED: 'false',
    GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
    GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: 'false',
    GF_NEWS_NEWS_FEED_ENABLED: 'false',
    GF_PLUGINS_PREINSTALL_DISABLED: 'true',
    GF_PLUGINS_PUBLIC_KEY_RETRIEVAL_DISABLED: 'true',
    GF_LOG_LEVEL: 'warn',
  };
}
