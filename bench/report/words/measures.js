/** What the machine's speed is measured by. @type {Record<import('../../analyse/comparison/machine-speed.js').Measure, string>} */
const MEASURES = { memory: 'a memory access', loop: 'a loop iteration without one' };

/** @param {import('../../analyse/comparison/machine-speed.js').Measure} measure */
export function measureText(measure) {
  return MEASURES[measure];
}
