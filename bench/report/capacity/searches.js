import { heldByGenerator } from './held-by-generator.js';

/**
 * @typedef {import('./index.js').Capacity} Capacity
 * @typedef {import('./index.js').CapacityRecord} CapacityRecord
 */

/**
 * @param {Pick<CapacityRecord, 'targets' | 'results'>} record
 * @param {string} scenario
 * @returns {Capacity[]} its searches in the order of the targets; they ran, and were recorded, in a random one
 */
export function searchesOf({ targets, results }, scenario) {
  return targets.flatMap((target) => searchOf(results, scenario, target) ?? []);
}

/**
 * @param {Pick<CapacityRecord, 'results'>} record
 * @param {string} scenario
 * @param {string} target
 * @returns {string} such as `3,120/s`, with `(k6)` where the load generator was the limit; why there is none; `–` where it was not searched
 */
export function foundText({ results }, scenario, target) {
  const found = searchOf(results, scenario, target);
  return found ? capacityText(found) + (heldByGenerator(found) ? ' (k6)' : '') : '–';
}

/** @param {Capacity[]} results @param {string} scenario @param {string} target */
function searchOf(results, scenario, target) {
  return results.find((each) => each.scenario === scenario && each.target === target);
}

/** @param {Capacity} found */
function capacityText({ capacity, reachedHighest, failure }) {
  if (failure !== null) return 'failed';
  if (capacity === null) return 'none holds';
  return `${reachedHighest ? '≥ ' : ''}${capacity.toLocaleString('en-US')}/s`;
}
