/** Every target against the baseline, paired within blocks. */
import { coresWithoutCompilers } from '../slice/stage.ts';
import { membersOf } from './members.ts';
import { noiseFloor } from './noise-floor.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { byArithmetic, verdict, type Metric } from '../statistics/verdict.ts';
import type { FiguresToJudge, Comparison, StageFigures } from '../types.ts';
import type { Noise } from '../../record/calibration/record.ts';
import type { Rate } from '../statistics/rate-ratio.ts';
import type { NotComparable } from './comparability.ts';

export type Measured = Pick<FiguresToJudge, 'run' | 'groups'>;

/** `arithmetic`: the ratio that is predicted, where both did what is predicted of them */
export type What = Pick<Comparison, 'scenario' | 'target' | 'vus' | 'metric'> & {
  notComparable?: NotComparable | null;
  arithmetic?: number | null;
};

/** of a family; `leastRounds`: for a verdict; `floorRounds`: over which noise averages out */
export type Member = Pick<Comparison, 'rounds' | 'blocks' | 'ratio' | 'low' | 'high' | 'pValue' | 'roundRatios'> & {
  what: What;
  leastRounds: number;
  floorRounds: number;
};

export const METRICS = ['throughput', 'cpu'] as Metric[];
/** The JVM's CPU counter moves in the clock ticks of `times(2)`: 100 a second. */
const CPU_TICK_SECONDS = 0.01;

/** @param noise of a calibration on this machine @returns none where the two have no valid block in common */
export function comparisons(measured: Measured, baseline: string, noise: Noise | null): Comparison[] {
  return METRICS.flatMap((metric) => decided(membersOf(measured, { baseline, metric }), noise));
}

/** @param members of one family */
export function decided(members: Member[], noise: Noise | null): Comparison[] {
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

/** @returns null where it was not measured, or nothing succeeded */
export function rate(stage: StageFigures | null | undefined, metric: Metric): Rate | null {
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
