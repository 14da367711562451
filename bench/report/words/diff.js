import { plural } from '../../util/text.js';
import { measureText } from './names.js';
import { notComparedText } from './verdicts.js';
import { voidText } from './void.js';

/**
 * What differs between the environments of two runs, and what their comparison leaves out.
 *
 * @typedef {import('../../analyse/comparison/diff.js').Difference} Difference
 * @typedef {import('../../analyse/comparison/diff.js').Omission} Omission
 */

const NO_REASON = 'no reason recorded';

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

/** @type {{ [K in Omission['kind']]: (omission: Extract<Omission, { kind: K }>) => string }} */
const OMISSIONS = {
  'in one run only': ({ what, names }) => {
    return `${what} in one run only, not compared: ${names.map((name) => (what === 'stages' ? `${name} VUs` : name)).join(', ')}`;
  },
  'not compared': ({ runId, scenario, target, vus, why }) => `${runId}: ${scenario} · ${target} at ${vus} VUs: ${notComparedText(why)}`,
  void: (cell) => `${cellName(cell)} is void: ${cell.reasons.map(voidText).join('; ')}`,
  failed: (cell) => `${cellName(cell)} failed: ${cell.reason ?? NO_REASON}`,
  'not measured': (cell) => `${cellName(cell)} was not measured`,
  'void slices': ({ runId, scenario, target, slices, of, reasons }) =>
    `${runId}: ${scenario} · ${target}: ${slices} of ${plural(of, 'slice')} void: ${reasons.map(voidText).join('; ')}`,
  'sequence failed': (sequence) => `${sequenceName(sequence)} failed: ${sequence.reason ?? NO_REASON}`,
  'sequence not measured': (sequence) => `${sequenceName(sequence)} was not measured`,
};

/** @param {Omission} omission @returns {string} a clause, without a full stop */
export function omissionText(omission) {
  return /** @type {(omission: Omission) => string} */ (OMISSIONS[omission.kind])(omission);
}

/** @param {import('../../analyse/comparison/diff-omissions.js').CellOfRun} cell */
function cellName({ runId, scenario, target, round }) {
  return `${runId}: ${scenario} · ${target} · round ${round}`;
}

/** @param {import('../../analyse/comparison/diff-omissions.js').SequenceOfRun} sequence */
function sequenceName({ runId, scenario, round, part }) {
  return `${runId}: blocks of ${scenario} · round ${round}${part > 1 ? ` · part ${part}` : ''}`;
}
