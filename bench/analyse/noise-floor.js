import { ROUNDS_FOR_VERDICT } from './statistics/verdict.js';

/**
 * What a machine calls a difference where there is none: one target measured against itself under two names (A/A).
 *
 * @typedef {import('./types.js').Figures} Figures
 * @typedef {import('./types.js').Comparison} Comparison
 */

/**
 * @param {Figures} figures of a calibration: all its targets are one target under several names
 * @returns {Record<string, {throughput: number | null, cpu: number | null}>} by scenario, at the last stage: the ratio ≥ 1 that two names
 *   differ by at most, with 95 % confidence; with fewer than 5 rounds the largest ratio of a single round. Null where nothing was compared
 */
export function noiseFloors({ run, comparisons }) {
  const last = run.stages.length - 1;
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const own = comparisons.filter((each) => each.scenario === scenario && each.stage === last);
      const floor = (/** @type {string} */ metric) => largest(own.filter((each) => each.metric === metric).flatMap(extremes));
      return [scenario, { throughput: floor('throughput'), cpu: floor('cpu') }];
    }),
  );
}

/** @param {Comparison} comparison @returns {number[]} */
function extremes({ rounds, ratio, low, high, roundRatios }) {
  return rounds >= ROUNDS_FOR_VERDICT && low !== null && high !== null ? [low, high] : [ratio, ...roundRatios];
}

/** @param {number[]} ratios @returns {number | null} the one farthest from 1, as a ratio ≥ 1 */
function largest(ratios) {
  return ratios.length > 0 ? Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio))) : null;
}
