/** A variant: a target of the catalogue under another value of one knob. A sweep compares variants as other runs compare targets. */
import { list, matching, name, oneOf, record } from './json/fields.js';

/** What a sweep may change. */
export const SWEPT = /** @type {const} */ (['gc', 'pool', 'heap', 'cpus', 'jdk', 'aot']);
/** Caches that a JVM may start with: none, an archive of classes (CDS), or a cache that also has profiles of methods (JEP 483, 514 and 515). */
export const CACHES = /** @type {const} */ (['none', 'cds', 'aot']);

/** A name, a number, or the version of a JDK. It becomes part of the variant's name and is never run. */
const value = () => matching(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,31}$/, 'a value of letters, digits, dots, hyphens and plus signs');

export const variantSchema = record({ of: name(), knob: oneOf(SWEPT), value: value() });

export const sweepSchema = record({
  over: oneOf(SWEPT),
  /** of catalogue.json */
  targets: list(name(), 1, 100),
  /** in their order */
  values: list(value(), 2, 100),
});

/**
 * @typedef {typeof SWEPT[number]} Knob
 * @typedef {typeof CACHES[number]} Cache
 * @typedef {import('valibot').InferOutput<typeof variantSchema>} Variant
 * @typedef {import('valibot').InferOutput<typeof sweepSchema>} Sweep
 */

/** @type {Knob[]} */
const NUMERIC = ['pool', 'heap', 'cpus'];

/** @param {Pick<Sweep, 'over'>} sweep @returns {boolean} are its values numbers, in whose order they are drawn? */
export function isNumeric({ over }) {
  return NUMERIC.includes(over);
}

/**
 * @param {number} targetCpus
 * @returns {number} number of CPUs that a JVM sizes event loops, schedulers and its own threads by, as in a container
 */
export function activeProcessors(targetCpus) {
  return Math.max(1, Math.ceil(targetCpus));
}

/**
 * @param {Pick<import('./run.js').Run, 'catalogue' | 'limits'>} run
 * @param {string} target
 * @returns {import('./run.js').Run['limits']} those of the run, with the CPUs of this target
 */
export function limitsOfTarget({ catalogue, limits }, target) {
  const { variant } = catalogue.targets[target];
  if (variant?.knob !== 'cpus') return limits;
  const targetCpus = Number(variant.value);
  return { ...limits, targetCpus, activeProcessorCount: activeProcessors(targetCpus) };
}
