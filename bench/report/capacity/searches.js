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
  return targets.flatMap((target) => results.filter((each) => each.scenario === scenario && each.target === target));
}
