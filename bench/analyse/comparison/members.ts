/** What stands in one table: one metric, all scenarios and targets. */
import { arithmeticRatio } from '../prediction/arithmetic.ts';
import { predictions } from '../prediction/prediction.ts';
import { hasBlocks } from '../../record/catalogue.ts';
import { tableNoise } from '../statistics/table-noise.ts';
import { twoLevelComparisons, type TwoLevelComparison } from '../statistics/two-levels.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS, type Metric } from '../statistics/verdict.ts';
import { baseOf, sliceCounts, whyNotComparable, whyNotCompared } from './comparability.ts';
import type { Group, StageFigures } from '../types.ts';
import type { Sample as BlockSample } from '../statistics/rounds-of-blocks.ts';
import type { Measured, Member, What } from './comparison.ts';

/** @returns without what is not compared */
export function membersOf({ run, groups }: Measured, { baseline, metric }: { baseline: string; metric: Metric }): Member[] {
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
      const sides = [baseOf(others, base, found.target) as Group, base];
      const { scenario, stage } = base;
      const isPredicted = metric === 'throughput' && !hasBlocks(run.catalogue, scenario);
      const arithmetic = isPredicted ? arithmeticRatio(predictions(run, sides)) : null;
      const notComparable = whyNotComparable(sides, metric);
      return member({ scenario, target: found.target, vus: stage.vus, metric, notComparable, arithmetic }, found);
    }),
  );
}

function member(what: What, { rounds, blocks, ratio, low, high, pValue, roundRatios }: TwoLevelComparison): Member {
  const isEnough = rounds >= ROUNDS_FOR_VERDICT_OF_BLOCKS;
  const interval = isEnough ? { low, high, pValue } : { low: null, high: null, pValue: null };
  return { what, rounds, blocks, ratio, ...interval, roundRatios, leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS, floorRounds: rounds };
}

/** @param groups of one scenario @returns of each block the logs of the slices that count */
export function blockSamples(groups: Group[], metric: Metric): BlockSample[] {
  const byBlock = new Map<string, BlockSample>();
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

function figure({ rps, cpuPer1000 }: StageFigures, metric: Metric) {
  return metric === 'throughput' ? rps : cpuPer1000;
}
