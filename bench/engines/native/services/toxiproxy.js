/** Toxiproxy between the targets and the database, to simulate a distant database. */
import { post, setDelay } from '../../toxiproxy.js';
import { isOk, untilReady } from '../../processes/ready.js';

const START_MS = 10_000;
const HOST = '127.0.0.1';

/**
 * @param {object} options
 * @param {{toxiproxy: {bin: string}}} options.tools
 * @param {string} options.workDir
 * @param {{toxiproxy: number, far: number}} options.ports of its API, and the one at which it replaces the database
 * @param {{host: string, port: number}} options.mariadb the database behind it
 * @param {number} options.rttMs delay there and back
 * @param {import('../children.js').Launch} options.launch
 * @returns {Promise<import('../../processes/supervise.js').Supervised>} ready: it delays
 */
export async function startToxiproxy({ tools, workDir, ports, mariadb, rttMs, launch }) {
  const url = `http://${HOST}:${ports.toxiproxy}`;
  const command = [tools.toxiproxy.bin, `-host=${HOST}`, `-port=${ports.toxiproxy}`];
  const proxy = await launch({ name: 'toxiproxy', command, cwd: workDir, env: { LOG_LEVEL: 'warn' } });
  await untilReady(proxy, START_MS, () => isOk(`${url}/version`));
  await post(`${url}/proxies`, {
    name: 'mariadb',
    listen: `${HOST}:${ports.far}`,
    upstream: `${mariadb.host}:${mariadb.port}`,
    enabled: true,
  });
  await setDelay(url, rttMs);
  return proxy;
}
