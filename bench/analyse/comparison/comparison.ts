/** Every target against the baseline, paired within blocks. */
import { arithmeticRatio, predictions } from '../prediction/prediction.ts';
import { hasBlocks } from '../../record/catalogue.ts';
import { coresWithoutCompilers } from '../slice/stage.ts';
import { groupOfPair, groupsOf } from '../findings/scopes.ts';
import { sliceCounts, whyNotComparable, whyNotCompared, type NotComparable } from './comparability.ts';
import { noiseFloor } from './noise-floor.ts';
import { tableNoise } from '../statistics/noise.ts';
import { twoLevelComparisons } from '../statistics/two-levels.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS, benjaminiHochberg, byArithmetic, verdict, type Metric } from '../statistics/verdict.ts';
import type { FiguresToJudge, Comparison, Group, StageFigures } from '../types.ts';
import type { Noise } from '../../record/results/calibration.ts';
import type { Rate } from '../statistics/rate-ratio.ts';
import type { Sample as BlockSample } from '../statistics/rounds-of-blocks.ts';

type Measured = Pick<FiguresToJudge, 'run' | 'groups'>;

/** of a family; `pValue`: null with too few rounds for a verdict; `arithmetic`: the ratio that is predicted, where both did what is predicted of them;
 * `floorRounds`: over which noise averages out */
export type Member = Omit<Comparison, 'kind' | 'because'> & {
  pValue: number | null;
  notComparable: NotComparable | null;
  arithmetic: number | null;
  floorRounds: number;
};

export const METRICS: Metric[] = ['throughput', 'cpu'];
/** The JVM's CPU counter moves in the clock ticks of `times(2)`: 100 a second. */
const CPU_TICK_SECONDS = 0.01;

/** @param noise of a calibration on this machine @returns none where the two have no valid block in common */
export function comparisons(measured: Measured, baseline: string, noise: Noise | null): Comparison[] {
  return METRICS.flatMap((metric) => decided(membersOf(measured, baseline, metric), noise));
}

/** @param members of one family */
export function decided(members: Member[], noise: Noise | null): Comparison[] {
  const adjusted = benjaminiHochberg(members.map(({ pValue }) => pValue));
  return members.map(({ pValue: _, notComparable, arithmetic, floorRounds, ...figures }, index) => {
    const floor = noiseFloor(noise, figures.scenario, figures.metric, floorRounds);
    const measured = verdict({ ...figures, adjustedP: adjusted[index], notComparable, floor });
    return { ...figures, ...byArithmetic(measured, arithmetic) };
  });
}

/** What stands in one table: one metric, all scenarios and targets. @returns without what is not compared */
function membersOf({ run, groups }: Measured, baseline: string, metric: Metric): Member[] {
  const tables = run.scenarios.flatMap((scenario) => {
    const own = groupsOf({ groups }, scenario);
    const base = groupOfPair({ groups }, { scenario, target: baseline });
    if (!base) return [];
    const others = own.filter((group) => group !== base && whyNotCompared(group, base, metric) === null);
    return [{ base, others, targets: [base, ...others].map(({ target }) => target), samples: blockSamples([base, ...others], metric) }];
  });
  const noise = tableNoise(tables);
  return tables.flatMap(({ base, others, targets, samples }, index) => {
    const { scenario, stage } = base;
    const isPredicted = metric === 'throughput' && !hasBlocks(run.catalogue, scenario);
    const found = new Map(twoLevelComparisons(samples, { targets, baseline }, noise[index]).map((each) => [each.target, each]));
    return others.flatMap((group) => {
      const comparison = found.get(group.target);
      if (!comparison) return [];
      const { target, rounds, blocks, ratio, roundRatios, low, high, pValue } = comparison;
      const isEnough = rounds >= ROUNDS_FOR_VERDICT_OF_BLOCKS;
      return [
        {
          ...{ scenario, target, vus: stage.vus, metric, rounds, blocks, ratio, roundRatios, floorRounds: rounds },
          ...(isEnough ? { low, high, pValue } : { low: null, high: null, pValue: null }),
          notComparable: whyNotComparable([group, base], metric),
          arithmetic: isPredicted ? arithmeticRatio(predictions(run, [group, base])) : null,
        },
      ];
    });
  });
}

/** @param groups of one scenario @returns of each block the logs of the slices that count */
export function blockSamples(groups: Group[], metric: Metric): BlockSample[] {
  const byBlock = new Map<string, BlockSample>();
  for (const slice of groups.flatMap(({ slices }) => slices)) {
    const { rps, cpuPer1000 } = slice.stage;
    const value = sliceCounts(slice, metric) ? (metric === 'throughput' ? rps : cpuPer1000) : null;
    if (!value) continue;
    const { round, block, target } = slice;
    const key = `${round} ${block}`;
    const sample = byBlock.get(key) ?? { round, block, values: {} };
    byBlock.set(key, sample);
    sample.values[target] = Math.log(value);
  }
  return [...byBlock.values()];
}

/** @returns null where it was not measured, or nothing succeeded */
export function rate(stage: StageFigures | null, metric: Metric): Rate | null {
  const requests = stage?.plateauSuccesses;
  if (!stage || !requests || stage.plateauSeconds === 0) return null;
  if (metric === 'throughput') return { above: requests, below: stage.plateauSeconds, resolution: 1 / requests };
  const cpuSeconds = coresWithoutCompilers(stage) * stage.plateauSeconds;
  if (cpuSeconds === 0) return null;
  return { above: cpuSeconds, below: requests, resolution: Math.hypot(CPU_TICK_SECONDS / cpuSeconds, 1 / requests) };
}

/** How exactly a ratio is known, as ±share: half the width of its interval on the log scale. @returns null without an interval */
export function precision({ low, high }: Pick<Comparison, 'low' | 'high'>): number | null {
  return low === null || high === null ? null : Math.sqrt(high / low) - 1;
}
