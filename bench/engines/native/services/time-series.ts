/** Private databases of what is observed: InfluxDB for the points of k6, Prometheus for the metrics of the targets. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../util/programs.ts';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** by the name that becomes their label */
export type Scraped = Record<string, { managementPort?: number; metricsPath?: string }>;

const KEEP_A_DAY = ['--storage.tsdb.retention.time=1d'];
/** Where a series of the past ends is no mark: with the usual look-back of 5 min a target would stay busy. There is a sample a second. */
const OF_THE_PAST = ['--storage.tsdb.retention.time=100y', '--query.lookback-delta=2s'];

/** InfluxDB 1.x: settings from `influxdb/native.conf`, folders and addresses from variables. @returns ready: the database is there */
export async function startInfluxDb(context: Context): Promise<Supervised> {
  const { tools, root, workDir, endpoints } = context;
  const { url, database } = endpoints.influx;
  const data = path.join(workDir, 'influxdb');
  const env = {
    INFLUXDB_HTTP_BIND_ADDRESS: new URL(url).host,
    INFLUXDB_META_DIR: path.join(data, 'meta'),
    INFLUXDB_DATA_DIR: path.join(data, 'data'),
    INFLUXDB_DATA_WAL_DIR: path.join(data, 'wal'),
  };
  const command = [tools.influxdb.bin, 'run', '-config', path.join(root, 'influxdb', 'native.conf')];
  const server = await startService(context, 'influxdb', { command, cwd: workDir, env });
  const body = new URLSearchParams({ q: `CREATE DATABASE "${database}"` });
  const response = await fetch(`${url}/query`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
  const answer = await response.text();
  if (!response.ok || answer.includes('"error"')) throw new Error(`InfluxDB did not create the database ${database}: ${answer.trim()}`);
  return server;
}

/** `prometheus/native.yml` says how it scrapes. @param past samples of an earlier run, OpenMetrics text @returns ready */
export async function startPrometheus(context: Context, scraped: Scraped, past?: string): Promise<Supervised> {
  const { tools, root, workDir, endpoints } = context;
  const configuration = path.join(workDir, 'prometheus.yml');
  const data = path.join(workDir, 'prometheus');
  await mkdir(data, { recursive: true });
  await writeFile(configuration, prometheusConfiguration(await readFile(path.join(root, 'prometheus', 'native.yml'), 'utf8'), scraped));
  if (past !== undefined) {
    const file = path.join(workDir, 'samples.txt');
    await writeFile(file, past);
    await run(tools.prometheus.promtool, ['tsdb', 'create-blocks-from', 'openmetrics', '--quiet', file, data]);
    await rm(file);
  }
  // Only flags that both 2.42 and 3.x accept.
  const command = [
    tools.prometheus.bin,
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=${new URL(endpoints.prometheus).host}`,
    '--log.level=warn',
    ...(past === undefined ? KEEP_A_DAY : OF_THE_PAST),
  ];
  return startService(context, 'prometheus', { command, cwd: workDir });
}

/** @param template text of prometheus/native.yml, which ends with the list of scraped targets @returns the same with another list */
export function prometheusConfiguration(template: string, scraped: Scraped): string {
  const [head] = template.split(/^ *- targets:/m, 1);
  const list = Object.entries(scraped).map(([name, { managementPort, metricsPath }]) => {
    // With this label a target can have another path than `metrics_path`.
    const elsewhere = metricsPath === undefined ? '' : `, __metrics_path__: ${JSON.stringify(metricsPath)}`;
    return `      - targets: ['127.0.0.1:${managementPort}']\n        labels: { target: ${name}${elsewhere} }\n`;
  });
  return head + list.join('');
}
