/** Finds Prometheus, or unpacks a private copy of Debian's. */
import path from 'node:path';
import { installOnce } from '../cache.ts';
import { findPrograms, isExecutable, run } from '../../util/programs.ts';
import { unpack } from '../debian.ts';

export type Prometheus = { bin: string; promtool: string; version: string };

/** @throws {Error} one line */
export async function providePrometheus({ cache, log }: { cache: string; log: (line: string) => void }): Promise<Prometheus> {
  for (const bin of await findPrograms(['prometheus'])) {
    const installed = await inspect(bin);
    if (installed) return installed;
  }
  const build = async (temporary: string) => {
    log('Unpacking Prometheus from Debian into the cache …');
    await unpack(['prometheus'], temporary);
    return path.join(temporary, 'usr');
  };
  const copy = await installOnce(cache, 'prometheus', build, log);
  const found = await inspect(path.join(copy, 'bin', 'prometheus'));
  if (!found) throw new Error(`Prometheus's private copy in ${copy} does not run here; install prometheus`);
  return found;
}

/** @returns null if it does not run or has no promtool */
async function inspect(bin: string): Promise<Prometheus | null> {
  const promtool = path.join(path.dirname(bin), 'promtool');
  const asked = await run(bin, ['--version']).catch(() => null);
  const version = asked && /prometheus, version (\d+\.\d+\.\d+)/.exec(asked.stdout + asked.stderr)?.[1];
  return version && (await isExecutable(promtool)) ? { bin, promtool, version } : null;
}
