import { studentT } from '../statistics/student-t.js';
import { mean, sum } from '../../util/math.js';

/**
 * The noise floor of a machine: how far one target, measured against itself under two names (A/A), differs from itself.
 *
 * @typedef {import('../types.js').Figures} Figures
 * @typedef {import('../../record/calibration/record.js').Noise} Noise
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 */

/**
 * @param {Figures} figures of a calibration: all its targets are one target under several names
 * @returns {Noise} by scenario; null where nothing was compared
 */
export function roundNoise({ run, comparisons }) {
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const comparisonsOfScenario = comparisons.filter((each) => each.scenario === scenario);
      const noise = (/** @type {Metric} */ metric) =>
        ratioOfOneRound(comparisonsOfScenario.filter((each) => each.metric === metric).flatMap((each) => each.roundRatios));
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
function ratioOfOneRound(ratios) {
  if (ratios.length === 0) return null;
  const variance = mean(ratios.map((ratio) => Math.log(ratio) ** 2));
  return Math.exp(studentT(ratios.length) * Math.sqrt(variance));
}

/**
 * Names of one round are measured seconds apart, capacities and runs minutes or hours: how far the rounds of *one* name lie from each other, with
 * whatever the machine drifted by meanwhile. Both names drift together, so that the degrees of freedom are those of one.
 * @param {Figures} figures of a calibration
 * @returns {Noise} by scenario: of two rounds that are no pair; null where a name has fewer than two
 */
export function unpairedNoise({ run, groups }) {
  return Object.fromEntries(
    run.scenarios.map((scenario) => {
      const own = groups.filter((each) => each.scenario === scenario);
      const noise = (/** @type {'rps' | 'cpuPer1000'} */ figure) => ratioOfTwoRounds(own.map((each) => figuresOfRounds(each, figure)));
      return [scenario, { throughput: noise('rps'), cpu: noise('cpuPer1000') }];
    }),
  );
}

/** @param {import('../types.js').Group} group @param {'rps' | 'cpuPer1000'} figure @returns {number[]} */
function figuresOfRounds({ rounds }, figure) {
  return rounds.flatMap((round) => round[figure] || []);
}

/** @param {number[][]} names of each its rounds @returns {number | null} ratio ≥ 1 */
function ratioOfTwoRounds(names) {
  const several = names.filter((rounds) => rounds.length > 1);
  if (several.length === 0) return null;
  const degrees = several.map((rounds) => rounds.length - 1);
  const squares = several.map((rounds) => {
    const logs = rounds.map(Math.log);
    const middle = mean(logs);
    return sum(logs.map((value) => (value - middle) ** 2));
  });
  const variance = sum(squares) / sum(degrees);
  return Math.exp(studentT(Math.max(...degrees)) * Math.sqrt(2 * variance));
}

/**
 * Noise averages out with the square root of the rounds.
 * @param {Noise | null} noise
 * @param {string} scenario
 * @param {Metric} metric
 * @param {number} rounds of the comparison
 * @returns {number | null} ratio ≥ 1 that one target differs from itself by at most in so many rounds, with 95 % confidence
 */
export function noiseFloor(noise, scenario, metric, rounds) {
  const one = noise?.[scenario]?.[metric] ?? null;
  return one === null ? null : one ** (1 / Math.sqrt(rounds));
}

/**
 * @param {Pick<import('../types.js').FiguresToJudge, 'run' | 'comparisons' | 'noise'>} figures
 * @param {string} scenario
 * @returns {{ rounds: number } & Record<Metric, number | null>} at as many rounds as the comparison that has the fewest: rounds that one of its two lacks, or in
 *   which one is discarded, are left out
 */
export function noiseFloors({ run, comparisons, noise }, scenario) {
  const rounds = Math.min(run.rounds, ...comparisons.filter((each) => each.scenario === scenario).map((each) => each.rounds));
  return { rounds, throughput: noiseFloor(noise, scenario, 'throughput', rounds), cpu: noiseFloor(noise, scenario, 'cpu', rounds) };
}
