import { list, number, plural } from '../../../util/text.js';

/**
 * What a report says of a sweep.
 *
 * @typedef {import('../../../record/variant.js').Knob} Knob
 * @typedef {import('../../sweep/optimum.js').Optimum} Optimum
 */

/** Names of an axis with the values. @type {Record<Knob, string>} */
export const AXES = {
  pool: 'connections in the pool',
  heap: 'heap, MB',
  cpus: 'CPUs of the target',
  gc: 'garbage collector',
  jdk: 'JDK',
  aot: 'start-up cache',
};

/** @type {Record<Knob, [one: string, several: string]>} */
const VALUES = {
  pool: ['pool size', 'pool sizes'],
  heap: ['heap size', 'heap sizes'],
  cpus: ['CPU limit', 'CPU limits'],
  gc: ['garbage collector', 'garbage collectors'],
  jdk: ['JDK', 'JDKs'],
  aot: ['start-up cache', 'start-up caches'],
};

/** @param {Pick<import('../../../record/variant.js').Sweep, 'over' | 'values'>} sweep @returns {string} '6 pool sizes' */
export function valuesText({ over, values }) {
  return plural(values.length, ...VALUES[over]);
}

/** How the curve is drawn. */
export const CURVE =
  'line up and down: 95 % interval of the ratio to the default value, dotted: range of the rounds, where they are too few; hollow: no difference from the default value was shown';

/**
 * @param {Optimum} optimum
 * @param {(target: string) => string} label of a variant
 * @param {string} where the scenario, and the target where there are several
 * @returns {string}
 */
export function optimumText({ best, rps, alike, of, rounds, isIndicative }, label, where) {
  const most = `${label(best)} (${number(rps)}/s)`;
  if (isIndicative) return `${where}: ~ ${most} has the most requests/s; indicative only (${plural(rounds, 'round')}).`;
  if (alike.length === of) return `${where}: ~ no value is shown to be better than the others; ${most} has the most requests/s.`;
  const others = alike.filter((name) => name !== best).map(label);
  const rest = others.length === 0 ? 'every other value is slower' : `not distinguishable from it: ${list(others)}; the others are slower`;
  return `${where}: optimum ${most}; ${rest}.`;
}

/** @param {import('../../../record/variant.js').Sweep} sweep @param {string} usual the value of the baseline @returns {string} of the facts */
export function sweepText({ over, targets, values }, usual) {
  return `${list(targets)} under ${plural(values.length, ...VALUES[over])} (OVER=${over}): ${values.join(', ')}; baseline ${usual}`;
}

/** Of a limit that the sweep changes. */
export const BY_VARIANT = 'as the sweep says';
