import { comparisonAtLevel, measuredOf, usersOf } from './level.js';
import { bottleneckName } from './words/bottleneck.js';
import { atMostText, becauseShortly, isDecided, mostDifference, noDifferenceText, ratioText } from './words/verdicts.js';
import { number, plural } from '../util/text.js';
import { alignColumns } from '../util/table.js';

/**
 * The verdicts of a run for the terminal: a line for each scenario and target.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('./level.js').Measured} Measured
 */

const MOST_COLUMNS = 100;

/** @param {Figures} figures @returns {string[]} */
export function verdictLines(figures) {
  const lines = table(figures, noDifferenceText);
  return lines.every(({ length }) => length <= MOST_COLUMNS) ? lines : table(figures, (most) => `~ ${atMostText(most)}`);
}

/** @param {Figures} figures @param {(most: number) => string} sameText */
function table(figures, sameText) {
  const { run } = figures;
  const scenarios = run.scenarios.map((scenario) => ({ scenario, rows: rowsOf(figures, scenario, sameText) }));
  const named = scenarios.filter(({ rows }) => rows.length > 0);
  const lines = alignColumns([['', '', '', ''], ...named.flatMap(({ rows }) => rows)]).slice(1);
  const width = Math.max(0, ...named.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return named.flatMap(({ scenario, rows }) => {
    const title = `${scenario} (${plural(usersOf(figures, scenario), 'user')})`;
    return [`${title.padEnd(width)}  requests/s`, ...lines.splice(0, rows.length)];
  });
}

/** @param {Figures} figures @param {string} scenario @param {(most: number) => string} sameText @returns {string[][]} the baseline first */
function rowsOf(figures, scenario, sameText) {
  const { baseline } = figures;
  const measured = measuredOf(figures, scenario);
  const ordered = [...measured.filter(({ target }) => target === baseline), ...measured.filter(({ target }) => target !== baseline)];
  return ordered.map((each) => [`  ${each.target}`, ...verdictOf(figures, each, sameText), bottleneckOf(figures, each)]);
}

/** @param {Figures} figures @param {Measured} measured @param {(most: number) => string} sameText @returns {[ratio: string, verdict: string]} */
function verdictOf(figures, { scenario, target, stage, isVoid, isMeasured }, sameText) {
  if (!isMeasured) return ['–', 'not measured'];
  if (target === figures.baseline) return [number(stage?.rps), isVoid ? 'void' : 'baseline'];
  const throughput = comparisonAtLevel(figures, { scenario, target, metric: 'throughput' });
  if (throughput) return [ratioText(throughput), verdictWords(throughput, sameText)];
  const cpu = comparisonAtLevel(figures, { scenario, target, metric: 'cpu' });
  if (cpu) return [`CPU ${ratioText(cpu)}`, verdictWords(cpu, sameText)];
  return ['–', isVoid ? 'void' : 'not compared'];
}

/** @param {Comparison} comparison @param {(most: number) => string} sameText */
function verdictWords(comparison, sameText) {
  const { kind, because, rounds } = comparison;
  const why = because === null ? '' : ` (${becauseShortly(because)})`;
  if (isDecided(comparison)) return `${kind}${why}`;
  if (kind === 'indicative') return `indicative (${plural(rounds, 'round')})`;
  if (because !== null) return `~${why}`;
  const most = mostDifference(comparison);
  return most === null ? '~' : sameText(most);
}

/** @param {Figures} figures @param {Measured} measured */
function bottleneckOf({ findings }, { scenario, target }) {
  const own = findings.flatMap((finding) =>
    finding.kind === 'bottleneck' && finding.scenario === scenario && finding.target === target ? [bottleneckName(finding.bottleneck)] : [],
  );
  return own[0] ?? '';
}
