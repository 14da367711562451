import { coresWithoutCompilers } from '../slice/stage.js';
import { membersOf } from './members.js';
import { noiseFloor } from './noise-floor.js';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.js';
import { byArithmetic, verdict } from '../statistics/verdict.js';

/**
 * Every target against the baseline, paired within blocks.
 *
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('../statistics/rate-ratio.js').Rate} Rate
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('../../record/calibration/record.js').Noise} Noise
 * @typedef {Pick<import('../types.js').FiguresToJudge, 'run' | 'groups'>} Measured
 * @typedef {Pick<Comparison, 'scenario' | 'target' | 'vus' | 'metric'> & { notComparable?: import('./comparability.js').NotComparable | null,
 *   arithmetic?: number | null }} What `arithmetic`: the ratio that is predicted, where both did what is predicted of them
 *
 * @typedef {Pick<Comparison, 'rounds' | 'blocks' | 'ratio' | 'low' | 'high' | 'pValue' | 'roundRatios'> & { what: What, leastRounds: number, floorRounds: number }} Member
 *   of a family; `leastRounds`: for a verdict; `floorRounds`: over which noise averages out
 */

export const METRICS = /** @type {Metric[]} */ (['throughput', 'cpu']);
/** The JVM's CPU counter moves in the clock ticks of `times(2)`: 100 a second. */
const CPU_TICK_SECONDS = 0.01;

/**
 * @param {Measured} measured
 * @param {string} baseline
 * @param {Noise | null} noise of a calibration on this machine
 * @returns {Comparison[]} none where the two have no valid block in common
 */
export function comparisons(measured, baseline, noise) {
  return METRICS.flatMap((metric) => decided(membersOf(measured, { baseline, metric }), noise));
}

/** @param {Member[]} members of one family @param {Noise | null} noise @returns {Comparison[]} */
export function decided(members, noise) {
  const tested = members.filter(({ pValue }) => pValue !== null);
  const adjusted = benjaminiHochberg(tested.map(({ pValue }) => Number(pValue)));
  return members.map((member) => {
    const { rounds, blocks, roundRatios: ratios, ratio, low, high, pValue, leastRounds, floorRounds } = member;
    const { notComparable, arithmetic = null, ...what } = member.what;
    const adjustedP = pValue === null ? null : adjusted[tested.indexOf(member)];
    const floor = noiseFloor(noise, what.scenario, what.metric, floorRounds);
    const measured = verdict({ metric: what.metric, rounds, leastRounds, ratio, low, high, adjustedP, notComparable, floor });
    const decision = byArithmetic(measured, arithmetic);
    return { ...what, rounds, blocks, ...decision, pValue, adjustedP, family: tested.length, roundRatios: ratios };
  });
}

/**
 * @param {StageFigures | null | undefined} stage
 * @param {Metric} metric
 * @returns {Rate | null} null where it was not measured, or nothing succeeded
 */
export function rate(stage, metric) {
  const requests = stage?.plateauSuccesses;
  if (!stage || !requests || stage.plateauSeconds === 0) return null;
  if (metric === 'throughput') return { above: requests, below: stage.plateauSeconds, resolution: 1 / requests };
  const cpuSeconds = coresWithoutCompilers(stage) * stage.plateauSeconds;
  if (cpuSeconds === 0) return null;
  return { above: cpuSeconds, below: requests, resolution: Math.hypot(CPU_TICK_SECONDS / cpuSeconds, 1 / requests) };
}

/**
 * How exactly a ratio is known, as ±share: half the width of its interval on the log scale.
 * @param {Pick<Comparison, 'low' | 'high'>} comparison
 * @returns {number | null} null without an interval
 */
export function precision({ low, high }) {
  return low === null || high === null ? null : Math.sqrt(high / low) - 1;
}
