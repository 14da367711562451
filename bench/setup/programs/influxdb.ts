/** Finds InfluxDB 1.x, or unpacks a private copy of Debian's. */
import path from 'node:path';
import { installOnce } from '../cache.ts';
import { findPrograms, run } from '../../util/programs.ts';
import { unpack } from '../debian.ts';

/**
 * Only 1.x: later versions need a token and another configuration.
 * @param options `names`: programs to look for on PATH
 * @throws {Error} one line
 */
export async function provideInfluxDb({
  cache,
  log,
  names = ['influxd'],
}: {
  cache: string;
  log: (line: string) => void;
  names?: string[];
}): Promise<{ bin: string; version: string }> {
  const others = [];
  for (const bin of await findPrograms(names)) {
    const version = await versionOf(bin);
    if (version?.startsWith('1.')) return { bin, version };
    if (version) others.push(`${version} in ${bin}`);
  }
  const needed = `InfluxDB 1.x is needed; found ${others.join(', ') || 'none'}`;
  const build = async (temporary: string) => {
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

/** @returns null if it does not run */
async function versionOf(bin: string): Promise<string | null> {
  const asked = await run(bin, ['version']).catch(() => null);
  return asked && (/InfluxDB v?(\d+\.\S+)/.exec(asked.stdout)?.[1] ?? null);
}
