/** What each target of a run is given: what all are, or in a sweep another value of one knob. */
import os from 'node:os';
import { findJdks } from '../../setup/jdk.js';
import { UsageError } from '../../util/errors.js';
import { collectorArgs } from '../jvm.js';
import { requireCollector } from './java.js';

/**
 * @typedef {import('../../setup/jdk.js').Java} Java
 * @typedef {import('../../record/catalogue.js').Catalogue} Catalogue
 * @typedef {object} Given
 * @property {Java} java
 * @property {number} cpus
 * @property {string[]} jvmArgs in addition to services/jvm.args
 *
 * @typedef {Given & { root: string, jdks: Record<string, Java> }} Common what all are given; `jdks`: by version, where a sweep has several
 */

/** @type {Record<import('../../record/variant.js').Knob, (value: string, common: Common) => Partial<Given>>} */
const CHANGES = {
  // Its environment has the size.
  pool: () => ({}),
  gc: (value, { root, jvmArgs }) => ({
    jvmArgs: [...collectorArgs(root, /** @type {import('../jvm.js').Collector} */ (value)), ...jvmArgs],
  }),
  heap: (value, { jvmArgs }) => ({ jvmArgs: [...jvmArgs, `-Xms${value}m`, `-Xmx${value}m`] }),
  cpus: (value) => ({ cpus: Number(value) }),
  jdk: (value, { jdks }) => ({ java: jdks[value] }),
  // Its cache is made by Caches.
  aot: () => ({}),
};

/**
 * @param {{ variant?: import('../../record/variant.js').Variant }} target
 * @param {Common} common
 * @returns {Given}
 */
export function givenTo({ variant }, common) {
  const { java, cpus, jvmArgs } = common;
  return { java, cpus, jvmArgs, ...(variant ? CHANGES[variant.knob](variant.value, common) : {}) };
}

/**
 * @param {Catalogue} catalogue
 * @param {string[]} names of the targets that will be started
 * @param {{ java: Java, limiter: () => import('./limiter.js').Limiter }} machine
 * @returns {Promise<Record<string, Java>>} the JDKs that their variants name
 * @throws {UsageError} one line, if this machine cannot do what a variant's name says
 */
export async function requireVariants({ targets }, names, { java, limiter }) {
  const variants = names.flatMap((name) => targets[name]?.variant ?? []);
  const of = (/** @type {string} */ knob) => variants.filter((variant) => variant.knob === knob).map(({ value }) => value);
  for (const value of of('gc')) await requireCollector(java, /** @type {import('../jvm.js').Collector} */ (value), 'VALUES');
  const [cpus] = of('cpus');
  if (cpus !== undefined && limiter().enforced !== 'quota') {
    throw new UsageError(
      `OVER=cpus: this machine enforces no CPU quota (${limiter().method}), so its ${os.availableParallelism()} cores cannot be shared out`,
    );
  }
  const versions = of('jdk');
  if (versions.length === 0) return {};
  const found = Object.fromEntries((await findJdks()).map((jdk) => [jdk.version, jdk]));
  const missing = versions.find((version) => !Object.hasOwn(found, version));
  if (missing === undefined) return found;
  throw new UsageError(`OVER=jdk: JDK ${missing} is not found; found: ${Object.keys(found).join(', ') || 'none'}`);
}
