import { baseOf, whyNotComparable } from '../comparison/comparability.js';
import { targetNoise } from '../statistics/target-noise.js';
import { twoLevelComparisons } from '../statistics/two-levels.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.js';
import { sideOfBlocks, sliceCounts, whyBlocksNotCompared } from './comparability.js';

/**
 * The targets against the baseline, paired within blocks.
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../comparison/comparison.js').Member} Member
 * @typedef {import('../statistics/two-levels.js').Sample} BlockSample
 * @typedef {import('../statistics/two-levels.js').TwoLevelComparison} TwoLevelComparison
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('../../record/run.js').Run} Run
 */

/**
 * @param {BlockGroup[]} blocks
 * @param {Group[]} staircases of the same scenarios
 * @param {{ run: Run, baseline: string, metric: Metric }} asked
 * @returns {Member[]} of one table, without what is not compared
 */
export function blockMembers(blocks, staircases, { run, baseline, metric }) {
  const tables = run.scenarios.flatMap((scenario) => {
    const own = blocks.filter((group) => group.scenario === scenario);
    const base = own.length > 0 ? baseOf(own, own[0], baseline) : undefined;
    if (!base) return [];
    const others = own.filter((group) => group !== base && whyBlocksNotCompared(group, base, metric) === null);
    return [{ base, others, targets: [base, ...others].map(({ target }) => target), samples: blockSamples([base, ...others], metric) }];
  });
  const noise = targetNoise(tables);
  const side = (/** @type {BlockGroup} */ group) => sideOfBlocks(group, baseOf(staircases, group, group.target));
  return tables.flatMap(({ base, others, targets, samples }) =>
    twoLevelComparisons(samples, { targets, baseline }, noise).map((found) => {
      const group = /** @type {BlockGroup} */ (baseOf(others, base, found.target));
      const notComparable = whyNotComparable([side(group), side(base)], metric);
      return member(
        { scenario: base.scenario, target: found.target, stage: stageOfBlocks(run), vus: run.blockVus, metric, notComparable },
        found,
      );
    }),
  );
}

/** @param {import('../comparison/comparison.js').What} what @param {TwoLevelComparison} found @returns {Member} */
function member(what, { rounds, blocks, ratio, low, high, pValue, roundRatios }) {
  const isEnough = rounds >= ROUNDS_FOR_VERDICT_OF_BLOCKS;
  const interval = isEnough ? { low, high, pValue } : { low: null, high: null, pValue: null };
  return { what, rounds, blocks, ratio, ...interval, roundRatios, leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS, floorRounds: rounds };
}

/**
 * @param {BlockGroup[]} groups of one scenario
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

/** @param {Pick<Run, 'stages' | 'blockVus'>} run @returns {number} index of the staircase's stage with as many users as a slice; the last where none has */
export function stageOfBlocks({ stages, blockVus }) {
  const same = stages.findLastIndex(({ vus }) => vus === blockVus);
  return same < 0 ? stages.length - 1 : same;
}
