/** A private InfluxDB 1.x: settings from `influxdb/native.conf`, folders and addresses from environment variables. */
import path from 'node:path';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';
import type { Influx } from '../../../collect/influx.ts';

/** @returns ready: the database is there */
export async function startInfluxDb(context: Context): Promise<Supervised> {
  const { tools, root, workDir, endpoints } = context;
  const data = path.join(workDir, 'influxdb');
  const env = {
    INFLUXDB_HTTP_BIND_ADDRESS: new URL(endpoints.influx.url).host,
    INFLUXDB_META_DIR: path.join(data, 'meta'),
    INFLUXDB_DATA_DIR: path.join(data, 'data'),
    INFLUXDB_DATA_WAL_DIR: path.join(data, 'wal'),
  };
  const command = [tools.influxdb.bin, 'run', '-config', path.join(root, 'influxdb', 'native.conf')];
  const server = await startService(context, 'influxdb', { command, cwd: workDir, env });
  await createDatabase(endpoints.influx);
  return server;
}

async function createDatabase({ url, database }: Influx) {
  const body = new URLSearchParams({ q: `CREATE DATABASE "${database}"` });
  const response = await fetch(`${url}/query`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
  const answer = await response.text();
  if (!response.ok || answer.includes('"error"')) throw new Error(`InfluxDB did not create the database ${database}: ${answer.trim()}`);
}
