/** A private Prometheus: what it scrapes is in `prometheus/native.yml`. */
import path from 'node:path';
import { isOk, untilReady } from './ready.js';

const START_MS = 60_000;

/**
 * @param {object} options
 * @param {{prometheus: {bin: string}}} options.tools
 * @param {string} options.root
 * @param {string} options.workDir
 * @param {string} options.url
 * @param {import('./mariadb.js').Launch} options.launch
 * @returns {Promise<import('./supervise.js').Supervised>} ready
 */
export async function startPrometheus({ tools, root, workDir, url, launch }) {
  // Flags that 2.42 and 3.x both know.
  const command = [
    tools.prometheus.bin,
    `--config.file=${path.join(root, 'prometheus', 'native.yml')}`,
    `--storage.tsdb.path=${path.join(workDir, 'prometheus')}`,
    '--storage.tsdb.retention.time=1d',
    `--web.listen-address=${new URL(url).host}`,
    '--log.level=warn',
  ];
  const server = await launch({ name: 'prometheus', command, cwd: workDir });
  await untilReady(server, START_MS, () => isOk(`${url}/-/ready`));
  return server;
}
