import { list, percent, plural } from '../../util/text.js';

/**
 * What a comparison is called, and how it is printed.
 *
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../../analyse/statistics/verdict.js').Verdict} Verdict
 * @typedef {import('../../analyse/statistics/verdict.js').Because} Because
 * @typedef {import('../../analyse/comparison/comparability.js').NotCompared} NotCompared
 */

/** @type {Record<Because, string>} */
const BECAUSE = {
  'several comparisons': 'not significant among so many comparisons',
  'noise floor': 'inside the noise floor',
  arithmetic: 'as arithmetic predicts',
  'little CPU': 'hardly any CPU was used',
  'users waiting': 'neither reached a limit: their users were waiting',
  'bottleneck unknown': 'their bottleneck is not known, and no other stage shows whether their users were waiting',
};

/** The same beside a ratio. @type {Record<Because, string>} */
const SHORTLY = {
  'several comparisons': 'not significant',
  'noise floor': 'inside the noise floor',
  arithmetic: 'arithmetic',
  'little CPU': 'hardly any CPU used',
  'users waiting': 'users were waiting',
  'bottleneck unknown': 'bottleneck unknown',
};

const LIMITS = { generator: 'the load generator', 'downstream service': 'the downstream service' };

/** @param {Because} because */
export function becauseText(because) {
  return BECAUSE[because];
}

/** @param {Because} because */
export function becauseShortly(because) {
  return SHORTLY[because];
}

/** @param {NotCompared | { kind: 'not recorded' }} why @returns {string} such as 'nothing was answered on the plateau in 1 of 6 slices' */
export function notComparedText(why) {
  if (why.kind === 'silent') return `nothing was answered on the plateau${seenText(why.seen)}`;
  if (why.kind === 'no valid cell') return 'one of the two has no valid cell';
  if (why.kind === 'no block in common') return 'no valid block in common with the baseline';
  if (why.kind === 'not recorded') return 'not recorded';
  return `${LIMITS[why.limit]} was the bottleneck${seenText(why.seen)}${why.isBaseline ? ' of the baseline' : ''}`;
}

/** @param {import('../../analyse/comparison/comparability.js').Seen} seen @returns {string} ' in 1 of 6 slices'; of a cell '' */
function seenText(seen) {
  return seen === null ? '' : ` in ${seen.slices} of ${seen.of} slices`;
}

/** @param {Pick<Verdict, 'kind'>} verdict @returns {boolean} is a difference shown? */
export function isDecided({ kind }) {
  return kind !== 'same' && kind !== 'indicative';
}

/**
 * @param {Pick<Verdict, 'kind' | 'ratio' | 'low' | 'high'>} verdict
 * @returns {string} 'faster ×1.23 [1.15, 1.31]', '~' or 'indicative ×1.23'
 */
export function printed({ kind, ratio, low, high }) {
  if (kind === 'same') return '~';
  return `${kind} ${kind === 'indicative' ? `×${factor(ratio)}` : ratioText({ ratio, low, high })}`;
}

/**
 * @param {Comparison} comparison
 * @returns {string} 'less CPU ×0.80 [0.75, 0.86]', '~ (no difference larger than ±5 %: ×1.01 [0.97, 1.05])', 'indicative ×1.1', with the reason where there is one
 */
export function verdictText(comparison) {
  const { kind, because } = comparison;
  if (kind === 'same') return `${printed(comparison)} (${sameText(comparison)})`;
  return because === null ? printed(comparison) : `${printed(comparison)} (${becauseText(because)})`;
}

/** What stands below a verdict that needs an explanation. @param {Comparison} comparison @returns {string | null} */
export function uncertaintyText(comparison) {
  const { kind, roundRatios, because } = comparison;
  if (isDecided(comparison)) return because && becauseText(because);
  if (kind === 'same') return sameText(comparison);
  return because === null ? roundsText(roundRatios) : `${roundsText(roundRatios)}, ${becauseText(because)}`;
}

/** @param {Comparison} comparison in which no difference was shown */
function sameText(comparison) {
  const { because } = comparison;
  if (because !== null) return `${ratioText(comparison)}, ${becauseText(because)}`;
  const most = mostDifference(comparison);
  return most === null ? ratioText(comparison) : `${noDifferenceText(most)}: ${ratioText(comparison)}`;
}

/**
 * @param {Pick<Comparison, 'low' | 'high'>} comparison
 * @returns {number | null} the larger of the differences at the ends of its interval, as a share; null without an interval
 */
export function mostDifference({ low, high }) {
  return low === null || high === null ? null : Math.max(Math.abs(low - 1), Math.abs(high - 1));
}

/** @param {number} most share @returns {string} 'no difference larger than ±11 %' */
export function noDifferenceText(most) {
  return `no difference larger than ${atMostText(most)}`;
}

/** Rounded up, so that it is true. @param {number} most share @returns {string} '±11 %' */
export function atMostText(most) {
  const steps = most < 0.1 ? 1000 : 100;
  // What is a whole number of steps but for the last bits of its fraction stays one.
  return `±${percent(Math.ceil(Math.max(0, most * steps - 1e-9)) / steps)}`;
}

/** @param {number[]} ratios of each round */
function roundsText(ratios) {
  return ratios.length > 1 ? `rounds ×${factor(Math.min(...ratios))} to ×${factor(Math.max(...ratios))}` : 'one round';
}

/** @param {Pick<Comparison, 'ratio' | 'low' | 'high'>} comparison @returns {string} '×1.04 [0.97, 1.11]', or '×1.04' without an interval */
export function ratioText({ ratio, low, high }) {
  return low === null || high === null ? `×${factor(ratio)}` : `×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
}

/**
 * How often the two were compared.
 * @param {Pick<Comparison, 'rounds' | 'blocks'>} comparison
 * @returns {string} '3 rounds × 5 blocks', '14 blocks in 3 rounds', or without blocks '6 rounds'
 */
export function sampleText({ rounds, blocks }) {
  if (blocks === null) return plural(rounds, 'round');
  if (blocks === 0) return 'no valid block';
  if (blocks % rounds === 0) return `${plural(rounds, 'round')} × ${plural(blocks / rounds, 'block')}`;
  return `${plural(blocks, 'block')} in ${plural(rounds, 'round')}`;
}

/** @param {number} ratio @returns {string} two decimals; one from 10 on, two significant digits below 0.1 */
export function factor(ratio) {
  if (ratio >= 9.995) return ratio.toFixed(1);
  return ratio >= 0.0995 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

/**
 * @typedef {{ scenario: string, ratio: number }} Decided
 * @typedef {object} Answer one target against the baseline, by what its requests/s show
 * @property {string} label of the target
 * @property {string} baseline its label
 * @property {Decided[]} faster
 * @property {Decided[]} slower
 * @property {string[]} same scenarios in which no difference was shown
 * @property {string[]} open scenarios without a verdict
 */

/** @param {Answer} answer @returns {string} 'MVC-VT is faster than MVC in block (×1.50); no difference was shown in read and heavy.' */
export function answerText({ label, baseline, faster, slower, same, open }) {
  const decided = [
    ...(faster.length > 0 ? [`faster than ${baseline} in ${decidedText(faster)}`] : []),
    ...(slower.length > 0 ? [`slower${faster.length > 0 ? '' : ` than ${baseline}`} in ${decidedText(slower)}`] : []),
  ];
  const parts = [
    ...(decided.length > 0 ? [`${label} is ${decided.join(', ')}`] : []),
    ...(same.length > 0 ? [`no difference was shown in ${list(same)}`] : []),
    ...(open.length > 0 ? [`no verdict in ${list(open)}`] : []),
  ];
  return decided.length > 0 ? `${parts.join('; ')}.` : `${label} against ${baseline}: ${parts.join('; ')}.`;
}

/** @param {Decided[]} decided */
function decidedText(decided) {
  return list(decided.map(({ scenario, ratio }) => `${scenario} (×${factor(ratio)})`));
}
