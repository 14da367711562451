import { heldBy } from './held-by.js';

/**
 * @typedef {import('../../record/capacity.js').Capacity} Capacity
 * @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord
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
 * @param {CapacityRecord} record
 * @param {string} scenario
 * @param {string} target
 * @returns {string} such as `3,120/s`, with `(k6)` or the like where something else than the target was the limit; why there is none; `–` where it was
 *   not searched
 */
export function foundText(record, scenario, target) {
  const found = searchOf(record.results, scenario, target);
  if (!found) return '–';
  const limit = heldBy(found, record);
  return capacityText(found) + (limit === null ? '' : ` (${limit})`);
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
