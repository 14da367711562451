import { studentT } from './statistics/student-t.js';

/**
 * What a machine calls a difference where there is none: one target measured against itself under two names (A/A).
 *
 * @typedef {import('./types.js').Figures} Figures
 * @typedef {import('./types.js').Noise} Noise
 * @typedef {import('./statistics/verdict.js').Metric} Metric
 */

/**
 * @param {Figures} figures of a calibration: all its targets are one target under several names
 * @returns {Noise} by scenario, at the last stage; null where nothing was compared
 */
export function roundNoise({ run, comparisons }) {
  const last = run.stages.length - 1;
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const own = comparisons.filter((each) => each.scenario === scenario && each.stage === last);
      const noise = (/** @type {Metric} */ metric) =>
        ofOneRound(own.filter((each) => each.metric === metric).flatMap((each) => each.roundRatios));
      return [scenario, { throughput: noise('throughput'), cpu: noise('cpu') }];
    }),
  );
}

/**
 * Which of the names comes first is arbitrary, so the true logarithm of a ratio is 0 and need not be estimated: its spread is known with as
 * many degrees of freedom as there are rounds.
 * @param {number[]} ratios of the rounds
 * @returns {number | null} ratio ≥ 1
 */
function ofOneRound(ratios) {
  if (ratios.length === 0) return null;
  const variance = ratios.reduce((sum, ratio) => sum + Math.log(ratio) ** 2, 0) / ratios.length;
  return Math.exp(studentT(ratios.length) * Math.sqrt(variance));
}

/**
 * Noise averages out with the square root of the rounds.
 * @param {Noise | null} noise
 * @param {string} scenario
 * @param {Metric} metric
 * @param {number} rounds of the comparison
 * @returns {number | null} ratio ≥ 1 that two names of one target differ by at most in so many rounds, with 95 % confidence
 */
export function noiseFloor(noise, scenario, metric, rounds) {
  const one = noise?.[scenario]?.[metric] ?? null;
  return one === null ? null : one ** (1 / Math.sqrt(rounds));
}
