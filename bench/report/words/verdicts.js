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
  Holm: 'not significant after Holm’s correction',
  'noise floor': 'inside the noise floor',
  'little CPU': 'hardly any CPU was used',
  'users waiting': 'neither reached a limit: their users were waiting',
  'bottleneck unknown': 'their bottleneck is not known, and no other stage shows whether their users were waiting',
};

const LIMITS = { generator: 'the load generator', 'downstream service': 'the downstream service' };

/** @param {Because} because */
export function becauseText(because) {
  return BECAUSE[because];
}

/** @param {NotCompared | { kind: 'not recorded' }} why @returns {string} such as 'nothing was answered on the plateau in 1 of 6 rounds' */
export function notComparedText(why) {
  if (why.kind === 'silent') return `nothing was answered on the plateau in ${why.rounds} of ${why.of} rounds`;
  if (why.kind === 'no round in common') return 'no valid round in common with the baseline';
  if (why.kind === 'not recorded') return 'not recorded';
  return `${LIMITS[why.limit]} was the bottleneck in ${why.rounds} of ${why.of} rounds${why.isBaseline ? ' of the baseline' : ''}`;
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
  const interval = low !== null && high !== null && kind !== 'indicative' ? ` [${factor(low)}, ${factor(high)}]` : '';
  return `${kind} ×${factor(ratio)}${interval}`;
}

/** @param {Comparison} comparison @returns {string} 'less CPU ×0.80 [0.75, 0.86]', '~ (×1.01 [0.97, 1.05])', 'indicative ×1.1', with the reason where there is one */
export function verdictText(comparison) {
  const { kind, because } = comparison;
  const notes = [kind === 'same' ? intervalText(comparison) : null, because && becauseText(because)].filter((part) => part !== null);
  return notes.length > 0 ? `${printed(comparison)} (${notes.join(', ')})` : printed(comparison);
}

/** What stands below a verdict that is none. @param {Comparison} comparison @returns {string | null} */
export function uncertaintyText(comparison) {
  if (isDecided(comparison)) return null;
  const { kind, roundRatios, because } = comparison;
  const known = kind === 'indicative' ? roundsText(roundRatios) : intervalText(comparison);
  return because === null ? known : `${known}, ${becauseText(because)}`;
}

/** @param {number[]} ratios of each round */
function roundsText(ratios) {
  return ratios.length > 1 ? `rounds ×${factor(Math.min(...ratios))} to ×${factor(Math.max(...ratios))}` : 'one round';
}

/** @param {Comparison} comparison @returns {string} */
function intervalText({ ratio, low, high }) {
  return low === null || high === null ? `×${factor(ratio)}` : `×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
}

/** @param {number} ratio @returns {string} two decimals; one from 10 on, two significant digits below 0.1 */
export function factor(ratio) {
  if (ratio >= 9.995) return ratio.toFixed(1);
  return ratio >= 0.0995 ? ratio.toFixed(2) : ratio.toPrecision(2);
}
