import { baseOf, whyNotComparable } from '../comparison/comparability.js';
import { twoLevelComparisons } from '../statistics/two-levels.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.js';
import { sideOfBlocks, sliceCounts, whyBlocksNotCompared } from './comparability.js';

/**
 * The targets of one scenario against the baseline, paired within blocks.
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
 * @param {BlockGroup[]} blocks of one scenario
 * @param {Group[]} staircases of the same
 * @param {{ run: Run, baseline: string, metric: Metric }} asked
 * @returns {Member[]} without what is not compared
 */
export function blockMembers(blocks, staircases, { run, baseline, metric }) {
  const base = baseOf(blocks, blocks[0], baseline);
  if (!base) return [];
  const side = (/** @type {BlockGroup} */ group) => sideOfBlocks(group, baseOf(staircases, group, group.target));
  const others = blocks.filter((group) => group !== base && whyBlocksNotCompared(group, base, metric) === null);
  const targets = [base, ...others].map(({ target }) => target);
  return twoLevelComparisons(blockSamples([base, ...others], metric), { targets, baseline }).map((found) => {
    const group = /** @type {BlockGroup} */ (baseOf(others, base, found.target));
    const notComparable = whyNotComparable([side(group), side(base)], metric);
    return member(
      { scenario: base.scenario, target: found.target, stage: stageOfBlocks(run), vus: run.blockVus, metric, notComparable },
      found,
    );
  });
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
