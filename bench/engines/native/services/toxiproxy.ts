/** Toxiproxy between the targets and the database, to simulate a distant database. */
import { post, setDelay } from '../../toxiproxy.ts';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** @param port at which it replaces the database @param rttMs delay there and back @returns ready: it delays */
export async function startToxiproxy(context: Context, port: number, rttMs: number): Promise<Supervised> {
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
