/**
 * What targets, places in a run and measures of its machine are called in sentences.
 *
 * @typedef {{ scenario: string, target?: string, round?: number, number?: number }} Place a part, a target in a scenario, or a scenario
 * @typedef {{ label: (target: string) => string, where: (place: Place) => string, machine: { cores: number } | null }} Names `machine`: on which it was measured
 */

/** @param {Pick<import('../../record/run.js').Run, 'catalogue'> & { machine?: { cores: number } }} run @returns {Names} such as 'MVC', 'read · round 1 · part 1' and 'read · MVC' */
export function namesOf({ catalogue, machine }) {
  const label = (/** @type {string} */ target) => catalogue.targets[target].label;
  return { label, where: (place) => placeText(place, label), machine: machine ?? null };
}

/** @param {Place} place @param {(target: string) => string} label */
export function placeText({ scenario, target, round, number }, label) {
  const words = [scenario, target && label(target), round && `round ${round}`, number && `measurement ${number}`];
  return words.filter(Boolean).join(' · ');
}

/** What the machine's speed is measured by. @type {Record<import('../../analyse/comparison/machine-speed.js').Measure, string>} */
const MEASURES = { memory: 'a memory access', loop: 'a loop iteration without one' };

/** @param {import('../../analyse/comparison/machine-speed.js').Measure} measure */
export function measureText(measure) {
  return MEASURES[measure];
}
