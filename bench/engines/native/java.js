/** What the Java that runs the targets can do, and which one that is. */
import os from 'node:os';
import { findJdks } from '../../setup/jdk.js';
import { UsageError } from '../../util/errors.js';
import { run } from '../../util/programs.js';
import { collectorFlag } from '../jvm.js';

/** @typedef {import('../jvm.js').Collector} Collector */
/** @typedef {import('../../setup/jdk.js').Java} Java */

/**
 * Not every build of OpenJDK has every collector: Oracle's have no Shenandoah.
 * @param {{ bin: string, version: string }} java
 * @param {Collector | null} gc null: nothing is chosen
 * @param {string} [option] that chose it
 * @throws {UsageError} one line, if this Java does not start with it
 */
export async function requireCollector(java, gc, option = 'TARGET_GC') {
  if (gc === null || (await hasCollector(java, gc))) return;
  const { bin, version } = java;
  throw new UsageError(`${option}=${gc}: ${bin} (Java ${version}) does not start with it; accepted: what this Java was built with`);
}

/** @param {{ bin: string }} java @param {Collector} gc @returns {Promise<boolean>} does it start with that collector? */
export async function hasCollector({ bin }, gc) {
  try {
    await run(bin, [collectorFlag(gc), '-version']);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {{ variant?: import('../../record/variant.js').Variant }} target
 * @param {Java} java that runs all targets, if a sweep does not say otherwise
 * @param {Record<string, Java>} jdks by name, where a sweep has several
 * @returns {Java}
 */
export function javaOf({ variant }, java, jdks) {
  return variant?.knob === 'jdk' ? jdks[variant.value] : java;
}

/**
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @param {string[]} names of the targets that will be started
 * @param {{ java: Java, limiter: () => import('./limiter.js').Limiter }} machine
 * @returns {Promise<Record<string, Java>>} the JDKs that their variants name
 * @throws {UsageError} one line, if this machine cannot do what a variant's name says
 */
export async function requireVariants({ targets }, names, { java, limiter }) {
  const variants = names.flatMap((name) => targets[name]?.variant ?? []);
  const of = (/** @type {string} */ knob) => variants.filter((variant) => variant.knob === knob).map(({ value }) => value);
  for (const value of of('gc')) await requireCollector(java, /** @type {Collector} */ (value), 'VALUES');
  const [cpus] = of('cpus');
  if (cpus !== undefined && limiter().enforced !== 'quota') {
    throw new UsageError(
      `OVER=cpus: this machine enforces no CPU quota (${limiter().method}), so its ${os.availableParallelism()} cores cannot be shared out`,
    );
  }
  const wanted = of('jdk');
  if (wanted.length === 0) return {};
  const found = Object.fromEntries((await findJdks()).map((jdk) => [jdk.name, jdk]));
  const missing = wanted.find((name) => !Object.hasOwn(found, name));
  if (missing === undefined) return found;
  throw new UsageError(`OVER=jdk: JDK ${missing} is not found; found: ${Object.keys(found).join(', ') || 'none'}`);
}
