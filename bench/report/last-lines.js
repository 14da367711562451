import { sum } from '../util/math.js';
import { plural } from '../util/text.js';
import { cpuLines } from './cpu/lines.js';
import { optimumSentences } from './sweep/sentences.js';
import { verdictLines } from './verdict-lines.js';
import { spentText } from './words/activities.js';
import { placeText } from './words/names.js';
import { noteText } from './words/notes.js';
import { discardName } from './words/discarded.js';

/**
 * The last lines of a run on the terminal, from the same figures as its report.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 */

/**
 * @param {Figures} figures of the whole run
 * @returns {{ warnings: string[], lines: string[] }} a warning for each part that failed; verdicts, what is discarded, how the time was spent, notes, and how many
 *   parts are ok
 */
export function lastLines(figures) {
  const { run, findings } = figures;
  return {
    warnings: findings.flatMap(failure),
    lines: [
      ...verdictLines(figures),
      ...cpuLines(figures),
      ...optimumSentences(figures),
      '',
      ...discardedSlices(figures),
      ...[spentText(run.spentSeconds)].filter((text) => text !== null),
      ...findings.flatMap((finding) => noted(finding, run.machine)),
      counted(figures),
    ],
  };
}

/** @param {Finding} finding @returns {string[]} */
function failure(finding) {
  return finding.kind === 'failed' ? [`${placeText(finding, (target) => target)} failed: ${finding.reason}`] : [];
}

/** @param {Finding} finding @param {{ cores: number }} machine @returns {string[]} */
function noted(finding, machine) {
  const isNote = finding.kind === 'note' || finding.kind === 'stand-in';
  return isNote ? [`note: ${noteText(finding.note, machine)}`] : [];
}

/** @param {Figures} figures @returns {string[]} a line, where any are discarded */
function discardedSlices({ run, groups }) {
  const slices = groups.flatMap((group) => group.slices);
  const discarded = slices.filter(({ discardedFor }) => discardedFor.length > 0);
  const repeated = sum(run.parts.map(({ attempt, blocks }) => (attempt > 1 ? blocks.length : 0)));
  const again = repeated > 0 ? `; ${plural(repeated, 'block was', 'blocks were')} measured again` : '';
  return discarded.length > 0
    ? [`${discarded.length} of ${plural(slices.length, 'slice')} discarded: ${reasonsText(discarded)}${again}`]
    : [];
}

/** @param {{ discardedFor: import('../analyse/slice/health.js').DiscardReason[] }[]} discarded @returns {string} by the first reason of each, the most frequent first */
function reasonsText(discarded) {
  const names = discarded.map(({ discardedFor }) => discardName(discardedFor[0]));
  const counts = [...new Set(names)].map((name) => ({ name, times: names.filter((each) => each === name).length }));
  return counts
    .sort((one, other) => other.times - one.times)
    .map(({ name, times }) => (counts.length > 1 ? `${name} ${times}` : name))
    .join(', ');
}

/** @param {Figures} figures */
function counted({ run: { parts } }) {
  return `${parts.filter(({ state }) => state === 'ok').length} of ${plural(parts.length, 'measurement')} ok`;
}
