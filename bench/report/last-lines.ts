/** The last lines of a run on the terminal, from the same figures as its report. */
import { sum } from '../util/math.ts';
import { plural } from '../util/text.ts';
import { cpuLines } from './cpu/lines.ts';
import { optimumSentences } from './sweep/sentences.ts';
import { verdictLines } from './verdict-lines.ts';
import { spentText } from './words/activities.ts';
import { placeText } from './words/names.ts';
import { noteText } from './words/notes.ts';
import { discardName } from './words/discarded.ts';
import type { Figures } from '../analyse/types.ts';
import type { Finding } from '../analyse/findings/types.ts';
import type { DiscardReason } from '../analyse/slice/health.ts';

/**
 * @param figures of the whole run
 * @returns a warning for each part that failed; verdicts, what is discarded, how the time was spent, notes, and how many
 * parts are ok
 */
export function lastLines(figures: Figures): { warnings: string[]; lines: string[] } {
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

function failure(finding: Finding): string[] {
  return finding.kind === 'failed' ? [`${placeText(finding, (target) => target)} failed: ${finding.reason}`] : [];
}

function noted(finding: Finding, machine: { cores: number }): string[] {
  const isNote = finding.kind === 'note' || finding.kind === 'stand-in';
  return isNote ? [`note: ${noteText(finding.note, machine)}`] : [];
}

/** @returns a line, where any are discarded */
function discardedSlices({ run, groups }: Figures): string[] {
  const slices = groups.flatMap((group) => group.slices);
  const discarded = slices.filter(({ discardedFor }) => discardedFor.length > 0);
  const repeated = sum(run.parts.map(({ attempt, blocks }) => (attempt > 1 ? blocks.length : 0)));
  const again = repeated > 0 ? `; ${plural(repeated, 'block was', 'blocks were')} measured again` : '';
  return discarded.length > 0
    ? [`${discarded.length} of ${plural(slices.length, 'slice')} discarded: ${reasonsText(discarded)}${again}`]
    : [];
}

/** @returns by the first reason of each, the most frequent first */
function reasonsText(discarded: { discardedFor: DiscardReason[] }[]): string {
  const names = discarded.map(({ discardedFor }) => discardName(discardedFor[0]));
  const counts = [...new Set(names)].map((name) => ({ name, times: names.filter((each) => each === name).length }));
  return counts
    .sort((one, other) => other.times - one.times)
    .map(({ name, times }) => (counts.length > 1 ? `${name} ${times}` : name))
    .join(', ');
}

function counted({ run: { parts } }: Figures) {
  return `${parts.filter(({ state }) => state === 'ok').length} of ${plural(parts.length, 'measurement')} ok`;
}
