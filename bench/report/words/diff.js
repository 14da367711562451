import { measureText } from './measures.js';
import { notComparedText } from './verdicts.js';
import { voidText } from './void.js';

/**
 * What differs between the environments of two runs, and what their comparison leaves out.
 *
 * @typedef {import('../../analyse/comparison/diff.js').Difference} Difference
 * @typedef {import('../../analyse/comparison/diff.js').Omission} Omission
 */

/** @param {Difference} difference @returns {[name: string, a: string, b: string]} */
export function differenceTexts(difference) {
  if (difference.kind === 'definition') return [difference.name, 'one definition', 'another, see its run.json'];
  if (difference.kind === 'speed') {
    const [a, b] = [difference.aNs, difference.bNs].map((ns) => `${ns.toFixed(1)} ns`);
    return [`machine: ${measureText(difference.measure)}, median of the cells`, a, b];
  }
  const { name, a, b } = difference;
  return [name, a ?? 'not recorded', b ?? 'not recorded'];
}

/** @param {Omission} omission @returns {string} a clause, without a full stop */
export function omissionText(omission) {
  if (omission.kind === 'in one run only') {
    const { what, names } = omission;
    return `${what} in one run only, not compared: ${names.map((name) => (what === 'stages' ? `${name} VUs` : name)).join(', ')}`;
  }
  const { runId, scenario, target } = omission;
  if (omission.kind === 'not compared') return `${runId}: ${scenario} · ${target} at ${omission.vus} VUs: ${notComparedText(omission.why)}`;
  const cell = `${runId}: ${scenario} · ${target} · round ${omission.round}`;
  if (omission.kind === 'void') return `${cell} is void: ${omission.reasons.map(voidText).join('; ')}`;
  return omission.kind === 'failed' ? `${cell} failed: ${omission.reason ?? 'no reason recorded'}` : `${cell} was not measured`;
}
