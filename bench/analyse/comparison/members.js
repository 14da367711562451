import { arithmeticRatio } from '../prediction/arithmetic.js';
import { predictions } from '../prediction/prediction.js';
import { hasBlocks } from '../../record/catalogue.js';
import { tableNoise } from '../statistics/table-noise.js';
import { twoLevelComparisons } from '../statistics/two-levels.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.js';
import { baseOf, sliceCounts, whyNotComparable, whyNotCompared } from './comparability.js';

/**
 * What stands in one table: one metric, all scenarios and targets.
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('./comparison.js').Member} Member
 * @typedef {import('../statistics/two-levels.js').Sample} BlockSample
 * @typedef {import('../statistics/two-levels.js').TwoLevelComparison} TwoLevelComparison
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 */

/**
 * @param {import('./comparison.js').Measured} measured
 * @param {{ baseline: string, metric: Metric }} asked
 * @returns {Member[]} without what is not compared
 */
export function membersOf({ run, groups }, { baseline, metric }) {
  const tables = run.scenarios.flatMap((scenario) => {
    const own = groups.filter((group) => group.scenario === scenario);
    const base = own.length > 0 ? baseOf(own, own[0], baseline) : undefined;
    if (!base) return [];
    const others = own.filter((group) => group !== base && whyNotCompared(group, base, metric) === null);
    return [{ base, others, targets: [base, ...others].map(({ target }) => target), samples: blockSamples([base, ...others], metric) }];
  });
  const noise = tableNoise(tables);
  return tables.flatMap(({ base, others, targets, samples }, index) =>
    twoLevelComparisons(samples, { targets, baseline }, noise[index]).map((found) => {
      const sides = [/** @type {Group} */ (baseOf(others, base, found.target)), base];
      const { scenario, stage } = base;
      const isPredicted = metric === 'throughput' && !hasBlocks(run.catalogue, scenario);
      const arithmetic = isPredicted ? arithmeticRatio(predictions(run, sides)) : null;
      const notComparable = whyNotComparable(sides, metric);
      return member({ scenario, target: found.target, vus: stage.vus, metric, notComparable, arithmetic }, found);
    }),
  );
}

/** @param {import('./comparison.js').What} what @param {TwoLevelComparison} found @returns {Member} */
function member(what, { rounds, blocks, ratio, low, high, pValue, roundRatios }) {
  const isEnough = rounds >= ROUNDS_FOR_VERDICT_OF_BLOCKS;
  const interval = isEnough ? { low, high, pValue } : { low: null, high: null, pValue: null };
  return { what, rounds, blocks, ratio, ...interval, roundRatios, leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS, floorRounds: rounds };
}

/**
 * @param {Group[]} groups of one scenario
 * @param {Metric} metric
 * @returns {BlockSample[]} of each block the logs of the slices that count
 */
export function blockSamples(groups, metric) {
  /** @type {Map<string, BlockSample>} */
  const byBlock = new Map();
  for (const slice of groups.flatMap(({ slices }) => slices)) {
    const value = sliceCounts(slice, metric) ? figure(slice.stage, metric) : null;
    if (!value) continue;
    const { round, block, target } = slice;
    const key = `${round} ${block}`;
    const sample = byBlock.get(key) ?? { round, block, values: {} };
    byBlock.set(key, sample);
    sample.values[target] = Math.log(value);
  }
  return [...byBlock.values()];
}

/** @param {StageFigures} stage @param {Metric} metric */
function figure({ rps, cpuPer1000 }, metric) {
  return metric === 'throughput' ? rps : cpuPer1000;
}
