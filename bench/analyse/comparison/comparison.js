import { coresWithoutCompilers } from '../cell/figures.js';
import { arithmeticRatio } from '../prediction/arithmetic.js';
import { predictions } from '../prediction/prediction.js';
import { blockMembers } from '../blocks/comparison.js';
import { baseOf, pairedRounds, sideOf, whyNotComparable, whyNotCompared } from './comparability.js';
import { noiseFloor } from './noise-floor.js';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.js';
import { ratioInterval } from '../statistics/bootstrap.js';
import { tTest } from '../statistics/rate-ratio.js';
import { ROUNDS_FOR_VERDICT, byArithmetic, verdict } from '../statistics/verdict.js';
import { sum } from '../../util/math.js';

/**
 * Every target against the baseline: of a scenario that has blocks, paired within them; of another at each stage, paired within rounds.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('../prediction/prediction.js').Predicted} Predicted
 * @typedef {import('../statistics/rate-ratio.js').Rate} Rate
 * @typedef {import('../statistics/rate-ratio.js').Sample} Sample
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('../../record/calibration/record.js').Noise} Noise
 * @typedef {Pick<import('../types.js').FiguresToJudge, 'run' | 'groups' | 'blocks'>} Measured
 * @typedef {Pick<Comparison, 'scenario' | 'target' | 'stage' | 'vus' | 'metric'> & { notComparable?: import('./comparability.js').NotComparable | null,
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
 * @returns {Comparison[]} none where the baseline or the target has no valid round or block in common
 */
export function comparisons(measured, baseline, noise) {
  const families = measured.run.stages.flatMap((_, stage) => METRICS.map((metric) => family(measured, baseline, stage, metric)));
  return families.flatMap((members) => decided(members, noise));
}

/**
 * As `comparisons`, of the blocks and the last stage alone.
 * @param {Measured} measured
 * @param {string} baseline
 * @param {Noise | null} noise of a calibration on this machine
 * @returns {Comparison[]}
 */
export function comparisonsAtLevel(measured, baseline, noise) {
  const last = measured.run.stages.length - 1;
  return METRICS.flatMap((metric) => decided(family(measured, baseline, last, metric), noise));
}

/**
 * What stands in one table: one metric at one stage, all scenarios and targets. Blocks stand beside the last stage.
 * @param {Measured} measured
 * @param {string} baseline
 * @param {number} stage
 * @param {Metric} metric
 * @returns {Member[]}
 */
function family({ run, groups, blocks }, baseline, stage, metric) {
  const isLast = stage === run.stages.length - 1;
  const ofBlocks = isLast ? blockMembers(blocks, groups, { run, baseline, metric }) : [];
  return run.scenarios.flatMap((scenario) => {
    if (blocks.some((group) => group.scenario === scenario)) return ofBlocks.filter(({ what }) => what.scenario === scenario);
    const own = groups.filter((group) => group.scenario === scenario);
    return stageMembers(own, { run, baseline, stage, metric });
  });
}

/** @param {Group[]} groups of one scenario @param {{ run: Run, baseline: string, stage: number, metric: Metric }} asked @returns {Member[]} */
function stageMembers(groups, { run, baseline, stage, metric }) {
  return groups.flatMap((group) => {
    const base = baseOf(groups, group, baseline);
    if (!base || group === base) return [];
    const notComparable = whyNotComparable([sideOf(group, stage), sideOf(base, stage)], metric);
    const isPredicted = metric === 'throughput' && stage === run.stages.length - 1 && !group.isVoid && !base.isVoid;
    const arithmetic = isPredicted ? arithmeticRatio(predictions(run, [group, base])) : null;
    const what = { scenario: group.scenario, target: group.target, stage, vus: run.stages[stage].vus, metric, notComparable, arithmetic };
    return compared(what, pairedRates(group, base, stage, metric), run.seed);
  });
}

/**
 * @param {What} what
 * @param {Sample} sample
 * @param {number} seed
 * @returns {Member[]} one, or none
 */
export function compared(what, sample, seed) {
  const rounds = Math.min(sample.a.length, sample.b.length);
  if (rounds === 0) return [];
  const member = {
    ...{ what, rounds, blocks: null, roundRatios: roundRatios(sample), leastRounds: ROUNDS_FOR_VERDICT },
    // What drifts between two runs is the same in all rounds of one, and more rounds do not average it out.
    floorRounds: sample.paired ? rounds : 1,
  };
  if (rounds < ROUNDS_FOR_VERDICT) return [{ ...member, ratio: pooledRatio(sample), low: null, high: null, pValue: null }];
  return [{ ...member, ...ratioInterval(sample, seed), pValue: tTest(sample) }];
}

/**
 * @param {Member[]} members of one family
 * @param {Noise | null} noise
 * @returns {Comparison[]}
 */
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

/** @param {Group} group @param {Group} base @param {number} stage @param {Metric} metric @returns {Sample} of the rounds that both have */
function pairedRates(group, base, stage, metric) {
  const rounds = whyNotCompared(group, base, stage) === null ? pairedRounds(group, base) : [];
  const pairs = rounds.flatMap(([cell, partner]) => {
    const a = rate(cell.stages[stage], metric);
    const b = rate(partner.stages[stage], metric);
    return a && b ? [{ a, b }] : [];
  });
  return { a: pairs.map(({ a }) => a), b: pairs.map(({ b }) => b), paired: true };
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

/** @param {Sample} sample */
function pooledRatio({ a, b }) {
  const pooled = (/** @type {Rate[]} */ rates) => sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
  return pooled(a) / pooled(b);
}

/** @param {Sample} sample @returns {number[]} one for each round of a pair; empty where rounds are no pairs */
function roundRatios({ a, b, paired }) {
  return paired ? a.map(({ above, below }, round) => above / below / (b[round].above / b[round].below)) : [];
}

/**
 * How exactly a ratio is known, as ±share: half the width of its interval on the log scale.
 * @param {Pick<Comparison, 'low' | 'high'>} comparison
 * @returns {number | null} null without an interval
 */
export function precision({ low, high }) {
  return low === null || high === null ? null : Math.sqrt(high / low) - 1;
}
