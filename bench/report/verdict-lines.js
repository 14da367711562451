import { METRICS } from '../analyse/comparison/comparison.js';
import { groupsOf } from '../analyse/findings/scopes.js';
import { comparedVus } from '../record/run.js';
import { verdictRow } from './verdicts/rows.js';
import { bottleneckName } from './words/bottleneck.js';
import { atMostText, becauseShortly, isShown, mostDifference, noDifferenceText, ratioText } from './words/verdicts.js';
import { number, plural } from '../util/text.js';
import { alignColumns } from '../util/table.js';

/**
 * The verdicts of a run for the terminal: a line for each scenario and target.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 */

const MOST_COLUMNS = 100;

/** @param {Figures} figures @returns {string[]} */
export function verdictLines(figures) {
  const lines = table(figures, noDifferenceText);
  return lines.every(({ length }) => length <= MOST_COLUMNS) ? lines : table(figures, (most) => `~ ${atMostText(most)}`);
}

/** @param {Figures} figures @param {(most: number) => string} sameText */
function table(figures, sameText) {
  const { run, baseline } = figures;
  const named = run.scenarios.flatMap((scenario) => {
    const groups = groupsOf(figures, scenario);
    const ordered = [true, false].flatMap((isFirst) => groups.filter(({ target }) => (target === baseline) === isFirst));
    const rows = ordered.map((each) => [`  ${each.target}`, ...verdictOf(figures, each, sameText), bottleneckOf(figures, each)]);
    return rows.length > 0 ? [{ scenario, rows }] : [];
  });
  const lines = alignColumns([['', '', '', ''], ...named.flatMap(({ rows }) => rows)]).slice(1);
  const width = Math.max(0, ...named.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return named.flatMap(({ scenario, rows }) => {
    const title = `${scenario} (${plural(comparedVus(run, scenario), 'user')})`;
    return [`${title.padEnd(width)}  requests/s`, ...lines.splice(0, rows.length)];
  });
}

/** @param {Figures} figures @param {Group} group @param {(most: number) => string} sameText @returns {[ratio: string, verdict: string]} */
function verdictOf(figures, { scenario, target, slices, stage, isDiscarded }, sameText) {
  if (slices.length === 0) return ['–', 'not measured'];
  if (target === figures.baseline) return [number(stage.rps), isDiscarded ? 'discarded' : 'baseline'];
  const row = METRICS.map((metric) => verdictRow(figures, { scenario, target, metric })).find(({ ratio }) => ratio !== null);
  if (!row) return ['–', isDiscarded ? 'discarded' : 'not compared'];
  return [`${row.metric === 'cpu' ? 'CPU ' : ''}${ratioText(row)}`, verdictWords(row, sameText)];
}

/** @param {import('./verdicts/rows.js').VerdictRow} row @param {(most: number) => string} sameText */
function verdictWords(row, sameText) {
  const { verdict, because, rounds } = row;
  const why = because === null ? '' : ` (${becauseShortly(row)})`;
  if (isShown(row)) return `${verdict}${why}`;
  if (verdict === 'indicative') return `indicative (${plural(rounds, 'round')})`;
  const most = mostDifference(row);
  return because !== null || most === null ? `~${why}` : sameText(most);
}

/** @param {Figures} figures @param {Group} group */
function bottleneckOf({ findings }, { scenario, target }) {
  const found = findings.find((each) => each.kind === 'bottleneck' && each.scenario === scenario && each.target === target);
  return found?.kind === 'bottleneck' ? bottleneckName(found.bottleneck) : '';
}
