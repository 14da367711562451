/** A private InfluxDB 1.x: settings from `influxdb/native.conf`, folders and addresses from environment variables. */
import path from 'node:path';
import { isOk, untilReady } from '../../processes/ready.js';

const START_MS = 60_000;

/**
 * @param {object} options
 * @param {{influxdb: {bin: string}}} options.tools
 * @param {string} options.root
 * @param {string} options.workDir
 * @param {{url: string, database: string}} options.address
 * @param {import('../children.js').Launch} options.launch
 * @returns {Promise<import('../../processes/supervise.js').Supervised>} ready: the database is there
 */
export async function startInfluxDb({ tools, root, workDir, address, launch }) {
  const data = path.join(workDir, 'influxdb');
  const env = {
    INFLUXDB_HTTP_BIND_ADDRESS: new URL(address.url).host,
    INFLUXDB_META_DIR: path.join(data, 'meta'),
    INFLUXDB_DATA_DIR: path.join(data, 'data'),
    INFLUXDB_DATA_WAL_DIR: path.join(data, 'wal'),
  };
  const command = [tools.influxdb.bin, 'run', '-config', path.join(root, 'influxdb', 'native.conf')];
  const server = await launch({ name: 'influxdb', command, cwd: workDir, env });
  await untilReady(server, START_MS, () => isOk(`${address.url}/ping`));
  await createDatabase(address);
  return server;
}

/**
 * @param {{url: string, database: string}} address
 */
async function createDatabase({ url, database }) {
  const body = new URLSearchParams({ q: `CREATE DATABASE "${database}"` });
  const response = await fetch(`${url}/query`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
  const answer = await response.text();
  if (!response.ok || answer.includes('"error"')) throw new Error(`InfluxDB did not create the database ${database}: ${answer.trim()}`);
}
