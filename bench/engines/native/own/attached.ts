/** A service that runs already: nothing of it is started or ended here. */
import { holderPid } from '../ports.ts';
import type { Supervised } from '../../processes/supervise.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** @param url its base URL @returns that never ends; `pid` 0: its process is not on this machine, or another user's */
export async function attached(name: string, url: string): Promise<Supervised> {
  const { hostname, port } = new URL(url);
  const pid = LOCAL.includes(hostname) ? await holderPid(Number(port || 80)) : null;
  return {
    name,
    pid: pid ?? 0,
    logFile: '',
    exit: null,
    ended: new Promise(() => {}),
    end: async () => ({ code: null, signal: null }),
    cause: async () => '',
    explain: async () => `nothing answers at ${url}`,
  };
}
