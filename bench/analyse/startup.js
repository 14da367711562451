/**
 * What starts show: of each target the mean of each figure, and its ratio to the baseline, paired within rounds.
 *
 * @typedef {import('../record/startup/record.js').StartupRecord} StartupRecord
 * @typedef {import('../record/startup/record.js').Start} Start
 * @typedef {'answerSeconds' | 'readySeconds' | 'cpuSeconds' | 'restRssBytes'} StartFigure
 * @typedef {'less' | 'more' | 'same' | 'indicative'} StartVerdict than the baseline; `same`: no difference was shown; `indicative`: too few starts for one
 * @typedef {object} StartComparison with the baseline
 * @property {number} ratio of the means
 * @property {number | null} low of the 95 % interval; null with too few starts
 * @property {number | null} high
 * @property {number | null} adjustedP corrected for comparing several targets
 * @property {StartVerdict} verdict
 * @typedef {object} StartMean of one figure of one target
 * @property {string} target
 * @property {number} starts
 * @property {number} mean
 * @property {number | null} low of its 95 % interval (Student's t); null with a single start
 * @property {number | null} high
 * @property {number[]} values in the order of the rounds
 * @property {StartComparison | null} comparison null of the baseline
 */
import { mean, sum } from '../util/math.js';
import { benjaminiHochberg } from './statistics/benjamini-hochberg.js';
import { ratioInterval } from './statistics/bootstrap.js';
import { tTest } from './statistics/rate-ratio.js';
import { studentT } from './statistics/student-t.js';
import { ROUNDS_FOR_VERDICT } from './statistics/verdict.js';

const SIGNIFICANCE = 0.05;
/** The smallest step of each figure: the pause between two looks, the last digit, a clock tick, a page. @type {Record<StartFigure, number>} */
const STEPS = { answerSeconds: 0.005, readySeconds: 0.001, cpuSeconds: 0.01, restRssBytes: 4096 };

/**
 * @param {StartupRecord} record
 * @param {StartFigure} figure
 * @returns {StartMean[]} in the order of the targets; without those that do not have it
 */
export function startMeans(record, figure) {
  const values = new Map(record.targets.map((target) => [target, valuesOf(record.measured, target, figure)]));
  const compared = record.targets
    .filter((target) => target !== record.baseline)
    .flatMap((target) => compare(record, values, target, figure) ?? []);
  const tested = compared.filter(({ pValue }) => pValue !== null);
  const adjusted = benjaminiHochberg(tested.map(({ pValue }) => Number(pValue)));
  return record.targets.flatMap((target) => {
    const own = [...(values.get(target)?.values() ?? [])];
    if (own.length === 0) return [];
    const found = compared.find((each) => each.target === target);
    const comparison = found ? decided(found, found.pValue === null ? null : adjusted[tested.indexOf(found)]) : null;
    return [{ target, starts: own.length, values: own, ...meanOf(own), comparison }];
  });
}

/** @param {Start[]} measured @param {string} target @param {StartFigure} figure @returns {Map<number, number>} by round */
function valuesOf(measured, target, figure) {
  const own = measured.filter((start) => start.target === target).toSorted((a, b) => a.round - b.round);
  return new Map(own.flatMap(({ round, [figure]: value }) => (value === null ? [] : [[round, value]])));
}

/** @param {number[]} values @returns {Pick<StartMean, 'mean' | 'low' | 'high'>} */
function meanOf(values) {
  const middle = mean(values);
  if (values.length < 2) return { mean: middle, low: null, high: null };
  const variance = sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1);
  const halfWidth = studentT(values.length - 1) * Math.sqrt(variance / values.length);
  return { mean: middle, low: middle - halfWidth, high: middle + halfWidth };
}

/**
 * @param {StartupRecord} record
 * @param {Map<string, Map<number, number>>} values by target and round
 * @param {string} target
 * @param {StartFigure} figure
 */
function compare({ baseline, seed }, values, target, figure) {
  const [own, base] = [values.get(target), values.get(baseline)];
  const pairs = [...(own ?? [])].flatMap(([round, value]) => {
    const partner = base?.get(round);
    return partner && value > 0 ? [{ value, partner }] : [];
  });
  if (pairs.length === 0) return null;
  const rate = (/** @type {number} */ value) => ({ above: value, below: 1, resolution: STEPS[figure] / value });
  const sample = { a: pairs.map(({ value }) => rate(value)), b: pairs.map(({ partner }) => rate(partner)), paired: true };
  const ratio = sum(pairs.map(({ value }) => value)) / sum(pairs.map(({ partner }) => partner));
  if (pairs.length < ROUNDS_FOR_VERDICT) return { target, ratio, low: null, high: null, pValue: null };
  return { target, ...ratioInterval(sample, seed), pValue: tTest(sample) };
}

/** @param {{ ratio: number, low: number | null, high: number | null }} found @param {number | null} adjustedP @returns {StartComparison} */
function decided({ ratio, low, high }, adjustedP) {
  const figures = { ratio, low, high, adjustedP };
  if (low === null || high === null || adjustedP === null) return { ...figures, verdict: 'indicative' };
  const isShown = (low > 1 || high < 1) && adjustedP < SIGNIFICANCE;
  return { ...figures, verdict: isShown ? (ratio > 1 ? 'more' : 'less') : 'same' };
}
