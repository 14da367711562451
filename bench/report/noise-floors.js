/** The noise floors of a calibration as text. */
import { noiseFloor } from '../analyse/comparison/noise-floor.js';
import { METRICS } from '../analyse/comparison/comparison.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.js';
import { comparedUsers } from './level.js';
import { printed, sampleText } from './words/verdicts.js';
import { plural, plusMinus } from '../util/text.js';

/** @typedef {import('../record/run.js').PlannedRun} PlannedRun */
/** @typedef {import('../analyse/types.js').Comparison} Comparison */
/** @typedef {import('../record/calibration/record.js').Noise} Noise */
/** @typedef {{ noise: Noise, unpairedNoise: Noise }} Noises */

const UNPAIRED = 'unpaired: for measurements that lie minutes to an hour apart, such as two capacities or the rounds of two runs';

/** @param {PlannedRun} run @param {Comparison[]} comparisons @param {Noises} noises @returns {string} a line per scenario and metric */
export function floorTable(run, comparisons, noises) {
  const lines = run.scenarios.flatMap((scenario) =>
    METRICS.map((metric) => {
      const one = comparisons.find((each) => each.scenario === scenario && each.metric === metric);
      return `  ${scenario.padEnd(8)} ${metric.padEnd(10)} ${one ? lineOf(one, noises) : 'not compared'}`;
    }),
  );
  return [`${run.targets.join(' against ')} at ${comparedUsers(run)}`, ...lines, UNPAIRED].join('\n');
}

/** @param {Comparison} comparison @param {Noises} noises */
function lineOf(comparison, { noise, unpairedNoise: unpaired }) {
  const { scenario, metric, ratio, low, high, rounds } = comparison;
  const why = `${plural(rounds, 'round')}; ${ROUNDS_FOR_VERDICT_OF_BLOCKS} needed`;
  const interval = low === null || high === null ? `no interval (${why})` : `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`;
  const floor = (/** @type {number} */ of) => floorText(noiseFloor(noise, scenario, metric, of));
  const floors = `noise floor ${floor(rounds)} (${sampleText(comparison)}; of 10 ${floor(10)}, of one ${floor(1)}), unpaired ${floorText(noiseFloor(unpaired, scenario, metric, 1))}`;
  return `${floors}, ratio ${ratio.toFixed(3)}, ${interval}, verdict ${printed({ verdict: comparison.kind, ratio, low, high })}`;
}

/** With one or two rounds the t distribution gives floors of thousands of per cent, whose digits mean nothing. @param {number | null} floor ratio ≥ 1 */
function floorText(floor) {
  if (floor === null) return 'unknown';
  return floor > 2 ? 'over ×2' : plusMinus(floor - 1);
}
