import { coresWithoutCompilers } from '../cell/figures.js';
import { arithmeticRatio } from '../prediction/arithmetic.js';
import { groupOfCell, predictions } from '../prediction/prediction.js';
import { blockMembers } from '../blocks/comparison.js';
import { baseOf, sideOf, validCells, whyNotComparable } from './comparability.js';
import { noiseFloor } from './noise-floor.js';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.js';
import { ROUNDS_FOR_VERDICT, byArithmetic, verdict } from '../statistics/verdict.js';

/**
 * Every target against the baseline: of a scenario that has blocks, paired within them; of another by its cells, at each stage.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('../prediction/prediction.js').Predicted} Predicted
 * @typedef {import('../statistics/rate-ratio.js').Rate} Rate
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
 * @returns {Comparison[]} none where the two have no valid block in common, or one of them no valid cell
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
    const cells = base && group !== base ? validCells(group, base) : null;
    if (cells === null) return [];
    const [own, other] = cells.map((cell) => rate(cell.stages[stage], metric));
    if (!own || !other) return [];
    const isPredicted = metric === 'throughput' && stage === run.stages.length - 1;
    const arithmetic = isPredicted ? arithmeticRatio(predictions(run, cells.map(groupOfCell))) : null;
    const sides = cells.map((cell) => sideOf(cell, stage));
    const notComparable = whyNotComparable(sides, metric);
    const what = { scenario: group.scenario, target: group.target, stage, vus: run.stages[stage].vus, metric, notComparable, arithmetic };
    return [once(what, own, other)];
  });
}

/**
 * Two cells are each measured once: nothing says how exactly their ratio is known.
 * @param {What} what
 * @param {Rate} own
 * @param {Rate} base
 * @returns {Member}
 */
export function once(what, own, base) {
  const ratio = own.above / own.below / (base.above / base.below);
  const unknown = { low: null, high: null, pValue: null };
  return { what, rounds: 1, blocks: null, ratio, ...unknown, roundRatios: [ratio], leastRounds: ROUNDS_FOR_VERDICT, floorRounds: 1 };
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
