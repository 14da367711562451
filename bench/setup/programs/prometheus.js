/** Finds Prometheus, or unpacks a private copy of Debian's. */
import path from 'node:path';
import { installOnce } from '../cache.js';
import { findPrograms, isExecutable, run } from '../../util/programs.js';
import { unpack } from '../debian.js';

/** @typedef {{bin: string, promtool: string, version: string}} Prometheus */

/** @param {{cache: string, log: (line: string) => void}} options @returns {Promise<Prometheus>} @throws {Error} one line */
export async function providePrometheus({ cache, log }) {
  for (const bin of await findPrograms(['prometheus'])) {
    const installed = await inspect(bin);
    if (installed) return installed;
  }
  const build = async (/** @type {string} */ temporary) => {
    log('Unpacking Prometheus from Debian into the cache …');
    await unpack(['prometheus'], temporary);
    return path.join(temporary, 'usr');
  };
  const copy = await installOnce(cache, 'prometheus', build, log);
  const found = await inspect(path.join(copy, 'bin', 'prometheus'));
  if (!found) throw new Error(`Prometheus's private copy in ${copy} does not run here; install prometheus`);
  return found;
}

/** @param {string} bin @returns {Promise<Prometheus | null>} null if it does not run or has no promtool */
async function inspect(bin) {
  const promtool = path.join(path.dirname(bin), 'promtool');
  const asked = await run(bin, ['--version']).catch(() => null);
  const version = asked && /prometheus, version (\d+\.\d+\.\d+)/.exec(asked.stdout + asked.stderr)?.[1];
  return version && (await isExecutable(promtool)) ? { bin, promtool, version } : null;
}
