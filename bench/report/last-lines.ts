/** The last lines of a run on the terminal, from the same figures as its report. */
import { METRICS } from '../analyse/comparison/comparison.ts';
import { groupsOf } from '../analyse/findings/scopes.ts';
import { comparedVus } from '../record/run.ts';
import { sum } from '../util/math.ts';
import { alignColumns } from '../util/table.ts';
import { number, plural, wrapped } from '../util/text.ts';
import { cpuOfRequests } from './cpu.ts';
import { optimumSentences } from './sweep.ts';
import { tableLines } from './tables/table.ts';
import { bottleneckOf, verdictRow, type VerdictRow } from './verdicts/rows.ts';
import { spentText } from './words/ratios/outlook.ts';
import { bottleneckName } from './words/bottleneck.ts';
import { discardName } from './words/discarded.ts';
import { placeText } from './words/names.ts';
import { noteText } from './words/notes.ts';
import { atMostText, becauseShortly, isShown, mostDifference, noDifferenceText, ratioText } from './words/verdicts.ts';
import type { Figures, Group } from '../analyse/types.ts';
import type { DiscardReason } from '../analyse/slice/health.ts';

/** Characters of a line. */
const WIDTH = 100;

/** @returns a warning for each part that failed; verdicts, what is discarded, how the time was spent, notes, and how many parts are ok */
export function lastLines(figures: Figures): { warnings: string[]; lines: string[] } {
  const { run, findings } = figures;
  const { machine, spentSeconds, scenarios, parts } = run;
  const failed = findings.filter((finding) => finding.kind === 'failed');
  const noted = findings.filter((finding) => finding.kind === 'note' || finding.kind === 'stand-in');
  return {
    warnings: failed.map((finding) => `${placeText(finding)} failed: ${finding.reason}`),
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

/** @returns the verdicts: a line for each scenario and target */
export function verdictLines(figures: Figures): string[] {
  const lines = verdictTable(figures, noDifferenceText);
  return lines.every(({ length }) => length <= WIDTH) ? lines : verdictTable(figures, (most) => `~ ${atMostText(most)}`);
}

function verdictTable(figures: Figures, sameText: (most: number) => string) {
  const { run, baseline } = figures;
  const named = run.scenarios.flatMap((scenario) => {
    const groups = groupsOf(figures, scenario);
    const ordered = [true, false].flatMap((isFirst) => groups.filter(({ target }) => (target === baseline) === isFirst));
    const rows = ordered.map((each) => [`  ${each.target}`, ...verdictOf(figures, each, sameText), bottleneckText(figures, each)]);
    return rows.length > 0 ? [{ scenario, rows }] : [];
  });
  const lines = alignColumns([['', '', '', ''], ...named.flatMap(({ rows }) => rows)]).slice(1);
  const width = Math.max(0, ...named.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return named.flatMap(({ scenario, rows }) => {
    const title = `${scenario} (${plural(comparedVus(run, scenario), 'user')})`;
    return [`${title.padEnd(width)}  requests/s`, ...lines.splice(0, rows.length)];
  });
}

function verdictOf(
  figures: Figures,
  { scenario, target, slices, stage, isDiscarded }: Group,
  sameText: (most: number) => string,
): [ratio: string, verdict: string] {
  if (slices.length === 0) return ['–', 'not measured'];
  if (target === figures.baseline) return [number(stage.rps), isDiscarded ? 'discarded' : 'baseline'];
  const row = METRICS.map((metric) => verdictRow(figures, { scenario, target, metric })).find(({ ratio }) => ratio !== null);
  if (!row) return ['–', isDiscarded ? 'discarded' : 'not compared'];
  return [`${row.metric === 'cpu' ? 'CPU ' : ''}${ratioText(row)}`, verdictWords(row, sameText)];
}

function verdictWords(row: VerdictRow, sameText: (most: number) => string) {
  const { verdict, because, rounds } = row;
  const why = because === null ? '' : ` (${becauseShortly(row)})`;
  if (isShown(row)) return `${verdict}${why}`;
  if (verdict === 'indicative') return `indicative (${plural(rounds, 'round')})`;
  const most = mostDifference(row);
  return because !== null || most === null ? `~${why}` : sameText(most);
}

function bottleneckText(figures: Figures, group: Group) {
  const found = bottleneckOf(figures, group);
  return found ? bottleneckName(found) : '';
}
