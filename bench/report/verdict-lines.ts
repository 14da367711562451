/** The verdicts of a run for the terminal: a line for each scenario and target. */
import { METRICS } from '../analyse/comparison/comparison.ts';
import { groupsOf } from '../analyse/findings/scopes.ts';
import { comparedVus } from '../record/run.ts';
import { bottleneckOf } from './level.ts';
import { verdictRow, type VerdictRow } from './verdicts/rows.ts';
import { bottleneckName } from './words/bottleneck.ts';
import { atMostText, becauseShortly, isShown, mostDifference, noDifferenceText, ratioText } from './words/verdicts.ts';
import { number, plural } from '../util/text.ts';
import { alignColumns } from '../util/table.ts';
import type { Figures, Group } from '../analyse/types.ts';

const MOST_COLUMNS = 100;

export function verdictLines(figures: Figures): string[] {
  const lines = table(figures, noDifferenceText);
  return lines.every(({ length }) => length <= MOST_COLUMNS) ? lines : table(figures, (most) => `~ ${atMostText(most)}`);
}

function table(figures: Figures, sameText: (most: number) => string) {
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
