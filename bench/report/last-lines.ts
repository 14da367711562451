/** The last lines of a run on the terminal, from the same figures as its report. */
import { sum } from '../util/math.ts';
import { plural, wrapped } from '../util/text.ts';
import { cpuOfRequests } from './cpu/sampled.ts';
import { optimumSentences } from './sweep/optimum.ts';
import { tableLines } from './tables/table.ts';
import { verdictLines } from './verdict-lines.ts';
import { spentText } from './words/activities.ts';
import { placeText } from './words/names.ts';
import { noteText } from './words/notes.ts';
import { discardName } from './words/discarded.ts';
import type { Figures } from '../analyse/types.ts';
import type { DiscardReason } from '../analyse/slice/health.ts';

const WIDTH = 100;

/** @returns a warning for each part that failed; verdicts, what is discarded, how the time was spent, notes, and how many parts are ok */
export function lastLines(figures: Figures): { warnings: string[]; lines: string[] } {
  const { run, findings } = figures;
  const { machine, spentSeconds, scenarios, parts } = run;
  const failed = findings.filter((finding) => finding.kind === 'failed');
  const noted = findings.filter((finding) => finding.kind === 'note' || finding.kind === 'stand-in');
  return {
    warnings: failed.map((finding) => `${placeText(finding, (target) => target)} failed: ${finding.reason}`),
    lines: [
      ...verdictLines(figures),
      ...scenarios.flatMap((scenario) => cpuLines(figures, scenario)),
      ...optimumSentences(figures),
      '',
      ...discardedSlices(figures),
      ...[spentText(spentSeconds)].filter((text) => text !== null),
      ...noted.map(({ note }) => `note: ${noteText(note, machine)}`),
      `${parts.filter(({ state }) => state === 'ok').length} of ${plural(parts.length, 'measurement')} ok`,
    ],
  };
}

function cpuLines(figures: Figures, scenario: string): string[] {
  const found = cpuOfRequests(figures, scenario);
  if (found === null) return [];
  const rows = tableLines(found.table).map((row) => `  ${row}`);
  const said = [...found.sentences, found.how].flatMap((sentence) => wrapped(sentence, WIDTH));
  return ['', `${found.table.caption}, ms`, ...rows, ...said];
}

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
  const byName = Map.groupBy(discarded, ({ discardedFor }) => discardName(discardedFor[0]));
  const counts = [...byName].sort(([, one], [, other]) => other.length - one.length);
  return counts.map(([name, { length }]) => (counts.length > 1 ? `${name} ${length}` : name)).join(', ');
}
