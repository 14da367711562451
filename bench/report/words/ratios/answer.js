import { list, plural } from '../../../util/text.js';
import { factor } from '../verdicts.js';
import { METRIC_WORDS, isJudged } from './metrics.js';
import { isShown } from './row.js';

/**
 * @typedef {import('../../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {import('./metrics.js').ComparedMetric} ComparedMetric
 * @typedef {{ metric: ComparedMetric, baseline: string, label: (target: string) => string }} Asked `baseline`: its name
 */

/** Of more targets a sentence cannot be read in five seconds. */
const MOST_NAMED = 3;

/**
 * The answer of a run in one sentence, from what was shown of one metric.
 * @param {VerdictRow[]} rows of that metric and baseline
 * @param {Asked} asked
 * @returns {string}
 */
export function wholeAnswer(rows, asked) {
  const { metric, baseline, label } = asked;
  const against = label(baseline);
  const { name } = METRIC_WORDS[metric];
  if (rows.length === 0) return `Nothing is left to compare with ${against}: choose more targets or scenarios.`;
  if (!isJudged(metric)) return `${name} against ${against}: ratios with the range of the rounds, which claim no difference.`;
  const shown = rows.filter(isShown);
  if (shown.length > 0) return `Against ${against}, ${differences(rows, asked)}${rest(rows)}.`;
  const compared = rows.filter(({ verdict }) => verdict === 'same');
  const what = metric === 'throughput' ? 'requests/s' : name;
  if (compared.length === 0) return `No verdict yet on ${what}: ${openReason(rows)}.`;
  const scenarios = new Set(compared.map(({ scenario }) => scenario)).size;
  const open =
    rows.length > compared.length ? `; ${rows.length - compared.length} of ${plural(rows.length, 'comparison')} without a verdict` : '';
  return `No difference in ${what} was shown between ${against} and ${othersText(compared, label)} in ${plural(scenarios, 'scenario')}${open}.`;
}

/** @param {VerdictRow[]} rows @param {Asked} asked */
function differences(rows, { metric, label }) {
  const clauses = alike(rows.filter(isShown)).map((shown) => {
    const targets = targetsOf(shown);
    const parts = SIDES.flatMap((side) => {
      const own = shown.filter((row) => sideOf(row) === side);
      return own.length > 0 ? [`${METRIC_WORDS[metric].verdicts?.[side]} in ${whereText(own, rows)}`] : [];
    });
    return `${list(targets.map(label))} ${verb(metric, targets.length)} ${list(parts)}`;
  });
  return clauses.length <= MOST_NAMED ? clauses.join('; ') : manyTargets(rows, { metric, label });
}

/** Above 1 first. */
const SIDES = /** @type {const} */ ([1, 0]);

/** @param {VerdictRow} row @returns {0 | 1} its place in pairs of words */
function sideOf({ ratio }) {
  return Number(ratio) > 1 ? 1 : 0;
}

/** @param {VerdictRow[]} rows */
function targetsOf(rows) {
  return [...new Set(rows.map(({ target }) => target))];
}

/** @param {VerdictRow[]} shown @returns {VerdictRow[][]} targets that differ in the same scenarios, in the same direction, are together */
function alike(shown) {
  const patternOf = (/** @type {string} */ target) =>
    shown.flatMap((row) => (row.target === target ? [`${row.scenario} ${sideOf(row)}`] : [])).join();
  const patterns = new Map(targetsOf(shown).map((target) => [target, patternOf(target)]));
  return [...new Set(patterns.values())].map((pattern) => shown.filter(({ target }) => patterns.get(target) === pattern));
}

/** @param {VerdictRow[]} shown of one direction @param {VerdictRow[]} rows all @returns {string} 'block (×1.50)', '3 of 5 scenarios (×0.61 to ×0.90)' */
function whereText(shown, rows) {
  const scenarios = [...new Set(shown.map(({ scenario }) => scenario))];
  const all = new Set(rows.map(({ scenario }) => scenario)).size;
  const ratios = shown.map(({ ratio }) => Number(ratio));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => `×${factor(ratio)}`);
  const where = scenarios.length === 1 ? scenarios[0] : `${scenarios.length} of ${plural(all, 'scenario')}`;
  return `${where} (${least === most ? least : `${least} to ${most}`})`;
}

/** @param {VerdictRow[]} rows @param {Pick<Asked, 'metric' | 'label'>} asked */
function manyTargets(rows, { metric, label }) {
  const clauses = SIDES.flatMap((side) => {
    const targets = targetsOf(rows.filter((row) => isShown(row) && sideOf(row) === side));
    if (targets.length === 0) return [];
    const names = targets.length <= MOST_NAMED ? list(targets.map(label)) : `${targets.length} targets`;
    return [`${names} ${verb(metric, targets.length)} ${METRIC_WORDS[metric].verdicts?.[side]} in some scenario`];
  });
  return clauses.join('; ');
}

/** @param {ComparedMetric} metric @param {number} count of targets */
function verb(metric, count) {
  if (metric === 'cpu') return count === 1 ? 'takes' : 'take';
  return count === 1 ? 'is' : 'are';
}

/** @param {VerdictRow[]} rows @returns {string} what is said of the others */
function rest(rows) {
  const others = rows.filter((row) => !isShown(row));
  if (others.length === 0) return '';
  return others.every(({ verdict }) => verdict === 'same')
    ? '; elsewhere no difference was shown'
    : '; elsewhere none was shown, or there is no verdict';
}

/** @param {VerdictRow[]} rows without any verdict */
function openReason(rows) {
  if (rows.every(({ verdict }) => verdict === 'void')) return 'everything is void';
  if (rows.some(({ verdict }) => verdict === 'indicative')) return 'the rounds are too few, so ratios are only indicative';
  return 'nothing could be compared';
}

/** @param {VerdictRow[]} rows @param {Asked['label']} label */
function othersText(rows, label) {
  const targets = [...new Set(rows.map(({ target }) => target))];
  return targets.length <= MOST_NAMED ? list(targets.map(label)) : plural(targets.length, 'other target');
}
