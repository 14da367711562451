/** Toxiproxy between the targets and the database, to simulate a distant database. */
import { post, setDelay } from '../../toxiproxy.js';
import { startService } from './start.js';

/**
 * @param {import('./start.js').Context} context
 * @param {number} port at which it replaces the database
 * @param {number} rttMs delay there and back
 * @returns {Promise<import('./start.js').Supervised>} ready: it delays
 */
export async function startToxiproxy(context, port, rttMs) {
  const { mariadb, toxiproxy } = context.endpoints;
  const url = String(toxiproxy);
  const own = new URL(url);
  const command = [context.tools.toxiproxy.bin, `-host=${own.hostname}`, `-port=${own.port}`];
  const proxy = await startService(context, 'toxiproxy', { command, cwd: context.workDir, env: { LOG_LEVEL: 'warn' } });
  const [listen, upstream] = [`${own.hostname}:${port}`, `${mariadb.host}:${mariadb.port}`];
  await post(`${url}/proxies`, { name: 'mariadb', listen, upstream, enabled: true });
  await setDelay(url, rttMs);
  return proxy;
}
