/** Set-up: finds, builds or fetches what a comparison needs. Whatever is there already is left alone. */
import process from 'node:process';
import { requireCache } from './cache.js';
import { buildJars, springBootVersion } from './programs/jars.js';
import { findJdk } from './jdk.js';
import { provideInfluxDb } from './programs/influxdb.js';
import { provideJfrConverter } from './programs/jfr-converter.js';
import { buildK6 } from './programs/k6.js';
import { provideMariaDb } from './programs/mariadb.js';
import { findMongo } from './programs/mongo.js';
import { providePrometheus } from './programs/prometheus.js';
import { buildToxiproxy } from './programs/toxiproxy.js';

/** @typedef {'jdk' | 'jars' | 'k6' | 'mariadb' | 'influxdb' | 'prometheus' | 'mongo' | 'toxiproxy' | 'jfrConverter'} Need */
/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @typedef {object} Tools only what was requested is set, and `java` if one of the others needs it
 * @property {import('./jdk.js').Java} java
 * @property {Record<string, string>} jars path of each module's jar
 * @property {string} springBoot version
 * @property {{bin: string, version: string}} k6
 * @property {import('./programs/mariadb.js').MariaDb} mariadb
 * @property {{bin: string, version: string}} influxdb
 * @property {import('./programs/prometheus.js').Prometheus} prometheus
 * @property {import('./programs/mongo.js').Mongo} mongo
 * @property {{bin: string, version: string}} toxiproxy
 * @property {{jar: string, version: string}} jfrConverter
 * @property {string} node version
 */

/** What any run may need. Toxiproxy is built only for a run with a delayed database, jfr-converter is fetched for one that samples CPU time. @type {Need[]} */
export const USUAL_NEEDS = ['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo'];

/** What a run of the user's own service needs. @type {Need[]} */
export const OWN_NEEDS = ['k6', 'influxdb', 'prometheus'];

/**
 * @param {{catalogue: Catalogue, root: string, cacheDir: string, log: (line: string) => void, needs?: Need[]}} options `root`: the
 *   checkout; `log` gets one line for each step that does something
 * @returns {Promise<Tools>}
 * @throws {Error} one line: what is missing and what to install
 */
export async function setUp({ catalogue, root, cacheDir: cache, log, needs = USUAL_NEEDS }) {
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
  const wanted = Object.entries(steps).filter(([name]) => needs.includes(/** @type {Need} */ (name === 'springBoot' ? 'jars' : name)));
  const results = await Promise.allSettled(wanted.map(([, step]) => step()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const provided = results.map((result, index) => [wanted[index][0], /** @type {PromiseFulfilledResult<unknown>} */ (result).value]);
  return /** @type {Tools} */ ({ java, node: process.versions.node, ...Object.fromEntries(provided) });
}
