/** Finding InfluxDB 1.x, or unpacking a private copy of Debian's. */
import path from 'node:path';
import { installOnce } from './cache.js';
import { findPrograms, run } from './command.js';
import { unpack } from './debian.js';

/**
 * @param {{cache: string, log: (line: string) => void}} options
 * @returns {Promise<{bin: string, version: string}>}
 * @throws {Error} one line
 */
export async function provideInfluxDb({ cache, log }) {
  for (const bin of await findPrograms(['influxd'])) {
    const version = await versionOf(bin);
    if (version) return { bin, version };
  }
  const copy = await installOnce(cache, 'influxdb', async (temporary) => {
    log('Unpacking InfluxDB 1.x from Debian into the cache …');
    await unpack(['influxdb'], temporary);
    return path.join(temporary, 'usr');
  });
  const bin = path.join(copy, 'bin', 'influxd');
  const version = await versionOf(bin);
  if (!version) throw new Error(`InfluxDB's private copy in ${copy} does not run here; install InfluxDB 1.x (influxdb)`);
  return { bin, version };
}

/**
 * @param {string} bin
 * @returns {Promise<string | null>} null if it does not run, or is not 1.x: the others ask for a token and have another configuration
 */
async function versionOf(bin) {
  const asked = await run(bin, ['version']).catch(() => null);
  return asked && (/InfluxDB v?(1\.\S+)/.exec(asked.stdout)?.[1] ?? null);
}
