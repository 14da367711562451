/** Set-up: finds, builds or fetches what a comparison needs. Whatever is there already is left alone. */
import process from 'node:process';
import { requireCache } from './cache.ts';
import { buildJars, springBootVersion } from './programs/jars.ts';
import { findJdk, type Java } from './jdk.ts';
import { provideInfluxDb } from './programs/influxdb.ts';
import { provideJfrConverter } from './programs/jfr-converter.ts';
import { buildK6 } from './programs/k6.ts';
import { provideMariaDb, type MariaDb } from './programs/mariadb.ts';
import { findMongo, type Mongo } from './programs/mongo.ts';
import { providePrometheus, type Prometheus } from './programs/prometheus.ts';
import { buildToxiproxy } from './programs/toxiproxy.ts';
import type { Catalogue } from '../record/catalogue.ts';

export type Need = 'jdk' | 'jars' | 'k6' | 'mariadb' | 'influxdb' | 'prometheus' | 'mongo' | 'toxiproxy' | 'jfrConverter';

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

/** What any run may need. Toxiproxy is built only for a run with a delayed database, jfr-converter is fetched for one that samples CPU time. */
export const USUAL_NEEDS: Need[] = ['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo'];

/** What a run of the user's own service needs. */
export const OWN_NEEDS: Need[] = ['k6', 'influxdb', 'prometheus'];

/**
 * @param options `root`: the
 * checkout; `log` gets one line for each step that does something
 * @throws {Error} one line: what is missing and what to install
 */
export async function setUp({
  catalogue,
  root,
  cacheDir: cache,
  log,
  needs = USUAL_NEEDS,
}: {
  catalogue: Catalogue;
  root: string;
  cacheDir: string;
  log: (line: string) => void;
  needs?: Need[];
}): Promise<Tools> {
  requireCache(cache);
  const needsJava = needs.some((need) => ['jdk', 'jars', 'mariadb', 'jfrConverter'].includes(need));
  const java = needsJava ? await findJdk() : undefined;
  const javaHome = java?.home ?? '';
  const modules = [
    ...new Set([...Object.values(catalogue.targets), ...Object.values(catalogue.dependencies)].flatMap(({ module }) => module ?? [])),
  ];
  const steps = {
    jars: () => buildJars({ root, modules, javaHome, log }),
    springBoot: () => springBootVersion(root),
    k6: () => buildK6({ root, cache, log }),
    mariadb: () => provideMariaDb({ cache, javaHome, log }),
    influxdb: () => provideInfluxDb({ cache, log }),
    prometheus: () => providePrometheus({ cache, log }),
    mongo: () => findMongo(root),
    toxiproxy: () => buildToxiproxy({ cache, log }),
    jfrConverter: () => provideJfrConverter({ cache, javaHome, log }),
  };
  const wanted = Object.entries(steps).filter(([name]) => needs.includes(name === 'springBoot' ? 'jars' : (name as Need)));
  const results = await Promise.allSettled(wanted.map(([, step]) => step()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const provided = results.map((result, index) => [wanted[index][0], (result as PromiseFulfilledResult<unknown>).value]);
  return { java, node: process.versions.node, ...Object.fromEntries(provided) } as Tools;
}
