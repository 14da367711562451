/** Servers and tools that are found on this machine, or unpacked from Debian's packages. */
import path from 'node:path';
import { findPrograms, isExecutable } from '../../util/programs.ts';
import { unpack } from '../debian.ts';
import { provide, matched, type Place } from '../provide.ts';
import { versionInPom } from './jars.ts';

/** Only 1.x: later versions need a token and another configuration. @param names programs to look for on PATH @throws {Error} one line */
export function provideInfluxDb(place: Place, names = ['influxd']): Promise<{ bin: string; version: string }> {
  const others: string[] = [];
  const inspect = async (bin: string) => {
    const version = await matched(bin, ['version'], /InfluxDB v?(\d+\.\S+)/);
    if (version?.startsWith('1.')) return { bin, version };
    if (version) others.push(`${version} in ${bin}`);
    return null;
  };
  const fetch = async (temporary: string) => {
    const needed = `InfluxDB 1.x is needed; found ${others.join(', ') || 'none'}`;
    place.log(`${needed}: unpacking Debian's into the cache …`);
    await unpack(['influxdb'], temporary, '').catch((error) => {
      throw new Error(`${needed}, and it cannot be fetched here (${error.message})`, { cause: error });
    });
    return path.join(temporary, 'usr');
  };
  const cure = 'install InfluxDB 1.x (influxdb)';
  return provide({ names, inspect, entry: 'influxdb', bin: 'bin/influxd', fetch, title: 'InfluxDB', cure }, place);
}

/** @throws {Error} one line */
export function providePrometheus(place: Place) {
  const inspect = async (bin: string) => {
    const promtool = path.join(path.dirname(bin), 'promtool');
    const version = await matched(bin, ['--version'], /prometheus, version (\d+\.\d+\.\d+)/);
    return version && (await isExecutable(promtool)) ? { bin, promtool, version } : null;
  };
  const fetch = async (temporary: string) => {
    place.log('Unpacking Prometheus from Debian into the cache …');
    await unpack(['prometheus'], temporary);
    return path.join(temporary, 'usr');
  };
  const wanted = { names: ['prometheus'], inspect, entry: 'prometheus', bin: 'bin/prometheus', fetch };
  return provide({ ...wanted, title: 'Prometheus', cure: 'install prometheus' }, place);
}

/** If MongoDB is not installed, a stand-in replaces it, which is one of the project's jars: there is no build to fetch. @returns `bin`: null for that */
export async function findMongo(root: string) {
  for (const bin of await findPrograms(['mongod'])) {
    const version = await matched(bin, ['--version'], /db version v(\d+\.\d+\.\d+)/);
    if (version) return { bin, version };
  }
  const standIn = await versionInPom(root, 'mongo-java-server', /<mongo-java-server\.version>([^<]+)</);
  return { bin: null, version: `mongo-java-server ${standIn}` };
}
