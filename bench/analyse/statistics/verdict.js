/**
 * What may be said of a comparison, and how it is printed.
 *
 * @typedef {'throughput' | 'cpu'} Metric
 * @typedef {'faster' | 'slower' | 'less CPU' | 'more CPU' | 'same' | 'indicative'} Kind `same`: no difference was shown, which does not
 *   show that there is none; `indicative`: too few rounds for any verdict
 * @typedef {{kind: Kind, ratio: number, low: number | null, high: number | null, because: string | null}} Verdict 95 % interval, null with a
 *   single round; `because`: why a difference is not called one although its own interval does not hold 1, or why the ratio of few rounds is
 *   none to go by
 */

/** With fewer, an interval is too wide or too wrong to decide by. */
export const ROUNDS_FOR_VERDICT = 5;
const SIGNIFICANCE = 0.05;

const WORDS = /** @type {Record<Metric, {above: Kind, below: Kind}>} */ ({
  throughput: { above: 'faster', below: 'slower' },
  cpu: { above: 'more CPU', below: 'less CPU' },
});

/**
 * @param {object} comparison
 * @param {Metric} comparison.metric
 * @param {number} comparison.rounds
 * @param {number} comparison.ratio
 * @param {number | null} comparison.low
 * @param {number | null} comparison.high
 * @param {number | null} comparison.adjustedP after Holm; null with fewer than 5 rounds
 * @param {string | null} [comparison.moot] why the figure does not show what the two can do, however exactly it is known
 * @param {number | null} comparison.floor two names of one target differ by up to this ratio (≥ 1) in so many rounds; null without a calibration
 * @returns {Verdict}
 */
export function verdict({ metric, rounds, ratio, low, high, adjustedP, moot = null, floor }) {
  const figures = { ratio, low, high };
  if (rounds < ROUNDS_FOR_VERDICT || adjustedP === null) return { kind: 'indicative', ...figures, because: moot };
  const alone = low !== null && high !== null && (low > 1 || high < 1);
  if (!alone) return { kind: 'same', ...figures, because: null };
  if (adjustedP >= SIGNIFICANCE) return { kind: 'same', ...figures, because: 'not after Holm’s correction' };
  if (moot !== null) return { kind: 'same', ...figures, because: moot };
  if (floor !== null && ratio <= floor && ratio >= 1 / floor) return { kind: 'same', ...figures, because: 'inside the noise floor' };
  return { kind: WORDS[metric][ratio > 1 ? 'above' : 'below'], ...figures, because: null };
}

/**
 * @param {Verdict} verdict
 * @returns {string} 'faster ×1.23 [1.15, 1.31]', '~' or 'indicative ×1.23'
 */
export function printed({ kind, ratio, low, high }) {
  if (kind === 'same') return '~';
  const interval = low !== null && high !== null && kind !== 'indicative' ? ` [${factor(low)}, ${factor(high)}]` : '';
  return `${kind} ×${factor(ratio)}${interval}`;
}

/** @param {number} ratio @returns {string} two decimals; one from 10 on, two significant digits below 0.1 */
export function factor(ratio) {
  if (ratio >= 9.995) return ratio.toFixed(1);
  return ratio >= 0.0995 ? ratio.toFixed(2) : ratio.toPrecision(2);
}
