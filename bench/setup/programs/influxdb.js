/** Finds InfluxDB 1.x, or unpacks a private copy of Debian's. */
import path from 'node:path';
import { installOnce } from '../cache.js';
import { findPrograms, run } from '../../util/programs.js';
import { unpack } from '../debian.js';

/**
 * Only 1.x: later versions need a token and another configuration.
 *
 * @param {{cache: string, log: (line: string) => void, names?: string[]}} options `names`: programs to look for on PATH
 * @returns {Promise<{bin: string, version: string}>}
 * @throws {Error} one line
 */
export async function provideInfluxDb({ cache, log, names = ['influxd'] }) {
  const others = [];
  for (const bin of await findPrograms(names)) {
    const version = await versionOf(bin);
    if (version?.startsWith('1.')) return { bin, version };
    if (version) others.push(`${version} in ${bin}`);
  }
  const needed = `InfluxDB 1.x is needed; found ${others.join(', ') || 'none'}`;
  const build = async (/** @type {string} */ temporary) => {
    log(`${needed}: unpacking Debian's into the cache …`);
    await unpack(['influxdb'], temporary, '').catch((error) => {
      throw new Error(`${needed}, and it cannot be fetched here (${error.message})`, { cause: error });
    });
    return path.join(temporary, 'usr');
  };
  const copy = await installOnce(cache, 'influxdb', build, log);
  const bin = path.join(copy, 'bin', 'influxd');
  const version = await versionOf(bin);
  if (!version) throw new Error(`InfluxDB's private copy in ${copy} does not run here; install InfluxDB 1.x (influxdb)`);
  return { bin, version };
}

/** @param {string} bin @returns {Promise<string | null>} null if it does not run */
async function versionOf(bin) {
  const asked = await run(bin, ['version']).catch(() => null);
  return asked && (/InfluxDB v?(\d+\.\S+)/.exec(asked.stdout)?.[1] ?? null);
}
