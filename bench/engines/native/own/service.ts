/** What is the user's own: a service that runs already, and the command that puts things back before each part. */
import { RunAborted } from '../../../util/errors.ts';
import { run } from '../../../util/programs.ts';
import { holderPid } from '../ports.ts';
import type { Catalogue } from '../../../record/catalogue.ts';
import type { Supervised } from '../../processes/supervise.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** @param url its base @returns that is neither started nor ended here; `pid` 0: its process is elsewhere, or another user's */
export async function attached(name: string, url: string): Promise<Supervised> {
  const { hostname, port } = new URL(url);
  const pid = LOCAL.includes(hostname) ? await holderPid(Number(port || 80)) : null;
  return {
    name,
    pid: pid ?? 0,
    exit: null,
    ended: new Promise(() => {}),
    end: async () => ({ code: null, signal: null }),
    explain: async () => `nothing answers at ${url}`,
  };
}

/** @throws {RunAborted} one line, where the command fails */
export async function runBefore({ before, directory }: NonNullable<Catalogue['own']>) {
  if (before === undefined) return;
  try {
    await run('sh', ['-c', before], { cwd: directory });
  } catch (error) {
    throw new RunAborted(`before: '${before}': ${(error as Error).message}`, { cause: error });
  }
}
