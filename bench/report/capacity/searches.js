import { capacityText } from '../words/capacity.js';
import { outsideBottleneck } from './bottleneck.js';

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
 * @returns {string} such as `3,120/s`, with `(k6)` or the like where something else than the target was the bottleneck; why there is none; `–` where
 *   it was not searched
 */
export function resultText(record, scenario, target) {
  const search = searchOf(record.results, scenario, target);
  if (!search) return '–';
  const bottleneck = outsideBottleneck(search, record);
  return capacityText(search) + (bottleneck === null ? '' : ` (${bottleneck})`);
}

/** @param {Capacity[]} results @param {string} scenario @param {string} target */
function searchOf(results, scenario, target) {
  return results.find((each) => each.scenario === scenario && each.target === target);
}
