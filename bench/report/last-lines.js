import { sum } from '../util/math.js';
import { plural } from '../util/text.js';
import { optimumSentences } from './sweep/sentences.js';
import { verdictLines } from './verdict-lines.js';
import { spentText } from './words/activities.js';
import { noteText } from './words/notes.js';
import { voidName, voidText } from './words/void.js';

/**
 * The last lines of a run on the terminal, from the same figures as its report.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 * @typedef {import('../record/json/notes.js').Note} Note
 */

/** What the run said when it happened, and what the line about void slices counts. @type {Note['kind'][]} */
const SAID_BEFORE = ['round-planned', 'blocks-repeated'];
/** Void cells beyond these are counted by their reasons. */
const MOST_NAMED = 3;

/**
 * @param {Figures} figures of the whole run
 * @returns {{ warnings: string[], lines: string[] }} a warning for each cell and sequence that failed; verdicts, what is void, how the time was spent,
 *   notes, and how many cells and sequences are ok
 */
export function lastLines(figures) {
  const { run, findings } = figures;
  return {
    warnings: findings.flatMap(failure),
    lines: [
      ...verdictLines(figures),
      ...optimumSentences(figures),
      '',
      ...voidParts(figures),
      ...[spentText(run.spentSeconds)].filter((text) => text !== null),
      ...findings.flatMap((finding) => noted(finding, run.machine)),
      counted(figures),
    ],
  };
}

/** @param {Finding} finding @returns {string[]} */
function failure(finding) {
  if (finding.kind !== 'failed') return [];
  const { scope, scenario, round, reason } = finding;
  const which = scope === 'cell' ? cellName(finding) : `blocks of ${scenario}, round ${round}, part ${finding.part}`;
  return [`${which} failed: ${reason}`];
}

/** @param {Finding} finding @param {{ cores: number }} machine @returns {string[]} */
function noted(finding, machine) {
  const isNote = finding.kind === 'note' || finding.kind === 'stand-in';
  return isNote && !SAID_BEFORE.includes(finding.note.kind) ? [`note: ${noteText(finding.note, machine)}`] : [];
}

/** @param {Figures} figures @returns {string[]} a line about cells and one about slices, where any are void */
function voidParts({ run, cells, blocks }) {
  const slices = blocks.flatMap((group) => group.slices);
  const [voidCells, voidSlices] = [cells.filter(isVoid), slices.filter(isVoid)];
  const named = voidCells.map(({ planned, voids }) => `${cellName(planned)} (${voids.map(voidText).join('; ')})`);
  const which = voidCells.length <= MOST_NAMED ? named.join(', ') : reasonsText(voidCells);
  const repeated = sum(run.sequences.map((sequence) => (sequence.part > 1 ? sequence.blocks.length : 0)));
  const again = repeated > 0 ? `; ${plural(repeated, 'block was', 'blocks were')} measured again` : '';
  return [
    ...(voidCells.length > 0 ? [`${voidCells.length} of ${plural(cells.length, 'cell')} void, which decides nothing: ${which}`] : []),
    ...(voidSlices.length > 0
      ? [`${voidSlices.length} of ${plural(slices.length, 'slice')} void: ${reasonsText(voidSlices)}${again}`]
      : []),
  ];
}

/** @param {{ voids: unknown[] }} part */
function isVoid({ voids }) {
  return voids.length > 0;
}

/** @param {{ scenario: string, target: string, round: number }} cell */
function cellName({ scenario, target, round }) {
  return `${scenario}/${target}/${round}`;
}

/** @param {{ voids: import('../analyse/cell/health.js').VoidReason[] }[]} voided @returns {string} by the first reason of each, the most frequent first */
function reasonsText(voided) {
  const names = voided.map(({ voids }) => voidName(voids[0]));
  const counts = [...new Set(names)].map((name) => ({ name, times: names.filter((each) => each === name).length }));
  return counts
    .sort((one, other) => other.times - one.times)
    .map(({ name, times }) => (counts.length > 1 ? `${name} ${times}` : name))
    .join(', ');
}

/** @param {Figures} figures */
function counted({ run: { cells, sequences } }) {
  const okOf = (/** @type {{ state: string }[]} */ all, /** @type {string} */ name) =>
    all.length > 0 ? [`${all.filter(({ state }) => state === 'ok').length} of ${all.length} ${name}`] : [];
  return `${[...okOf(cells, 'cells'), ...okOf(sequences, 'sequences of blocks')].join(' and ')} ok`;
}
