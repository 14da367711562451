/** Set-up: finds, builds or fetches what a comparison needs. Whatever is there already is left alone. */
import process from 'node:process';
import { requireCache } from './cache.ts';
import { buildJars, springBootVersion } from './programs/jars.ts';
import { buildGoProgram } from './go.ts';
import { findJdk, type Java } from './jdk.ts';
import { buildK6 } from './programs/k6.ts';
import { provideMariaDb, type MariaDb } from './programs/mariadb.ts';
import { provideJfrConverter } from './programs/maven.ts';
import { findMongo, provideInfluxDb, providePrometheus, type Mongo, type Prometheus } from './programs/servers.ts';
import type { Command } from './command.ts';

/** only what was requested is set, and `java` if one of the others needs it */
export interface Tools {
  java: Java;
  /** path of each module's jar */
  jars: Record<string, string>;
  /** version */
  springBoot: string;
  k6: { bin: string; version: string };
  mariadb: MariaDb;
  influxdb: { bin: string; version: string };
  prometheus: Prometheus;
  mongo: Mongo;
  toxiproxy: { bin: string; version: string };
  jfrConverter: { jar: string; version: string };
  /** version */
  node: string;
}

export type Need = 'jdk' | Exclude<keyof Tools, 'java' | 'springBoot' | 'node'>;

/** What any run may need. Toxiproxy is built only for a run with a delayed database, jfr-converter is fetched for one that samples CPU time. */
export const USUAL_NEEDS: Need[] = ['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo'];

/** What a run of the user's own service needs. */
export const OWN_NEEDS: Need[] = ['k6', 'influxdb', 'prometheus'];

type Wanted = Pick<Command, 'catalogue' | 'root' | 'cacheDir' | 'log'> & { needs?: Need[] };

/** @param context `log` gets one line for each step that does something @throws {Error} one line: what is missing and what to install */
export async function setUp({ catalogue, root, cacheDir: cache, log, needs = USUAL_NEEDS }: Wanted): Promise<Tools> {
  requireCache(cache);
  const needsJava = needs.some((need) => ['jdk', 'jars', 'mariadb', 'jfrConverter'].includes(need));
  const java = needsJava ? await findJdk() : undefined;
  const javaHome = java?.home ?? '';
  const ofJars = [...Object.values(catalogue.targets), ...Object.values(catalogue.dependencies)];
  const modules = [...new Set(ofJars.flatMap(({ module }) => module ?? []))];
  const place = { cache, log };
  const steps = {
    jars: () => buildJars({ root, modules, javaHome, log }),
    springBoot: () => springBootVersion(root),
    k6: () => buildK6(root, place),
    mariadb: () => provideMariaDb(place, javaHome),
    influxdb: () => provideInfluxDb(place),
    prometheus: () => providePrometheus(place),
    mongo: () => findMongo(root),
    toxiproxy: () => buildGoProgram('toxiproxy', place),
    jfrConverter: () => provideJfrConverter(place, javaHome),
  };
  const wanted = new Set<string>(needs.includes('jars') ? [...needs, 'springBoot'] : needs);
  const taken = Object.entries(steps).filter(([name]) => wanted.has(name));
  const results = await Promise.allSettled(taken.map(async ([name, step]) => [name, await step()] as const));
  const provided = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return { java, node: process.versions.node, ...Object.fromEntries(provided) } as Tools;
}
