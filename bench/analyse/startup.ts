/** What starts show: of each target the mean of each figure, and its ratio to the baseline, paired within rounds. */
import { mean } from '../util/math.ts';
import { ratioOfRates } from './statistics/rate-ratio.ts';
import { varianceOf } from './statistics/noise.ts';
import { studentT } from './statistics/student-t.ts';
import { SIGNIFICANCE, benjaminiHochberg } from './statistics/verdict.ts';
import type { StartupRecord, Start } from '../record/startup/record.ts';

export type StartFigure = 'answerSeconds' | 'readySeconds' | 'cpuSeconds' | 'restRssBytes';

/** than the baseline; `same`: no difference was shown; `indicative`: too few starts for one */
export type StartVerdict = 'less' | 'more' | 'same' | 'indicative';

/** 95 % (Student's t, or bootstrap-t with the baseline); null with too few starts */
type Interval = { low: number | null; high: number | null };

/** with the baseline; `ratio`: of the means */
export type StartComparison = Interval & { ratio: number; verdict: StartVerdict };

/** of one figure of one target; `values`: in the order of the rounds; `comparison`: null of the baseline */
export type StartMean = Interval & { target: string; starts: number; mean: number; values: number[]; comparison: StartComparison | null };

/** The smallest step of each figure: the pause between two looks, the last digit, a clock tick, a page. */
const STEPS: Record<StartFigure, number> = { answerSeconds: 0.005, readySeconds: 0.001, cpuSeconds: 0.01, restRssBytes: 4096 };

/** @returns in the order of the targets; without those that do not have it */
export function startMeans(record: StartupRecord, figure: StartFigure): StartMean[] {
  const values = new Map(record.targets.map((target) => [target, valuesOf(record.measured, target, figure)]));
  const compared = record.targets
    .filter((target) => target !== record.baseline)
    .flatMap((target) => compare(record, values, target, figure) ?? []);
  const adjusted = benjaminiHochberg(compared.map(({ pValue }) => pValue));
  return record.targets.flatMap((target) => {
    const own = [...(values.get(target)?.values() ?? [])];
    if (own.length === 0) return [];
    const index = compared.findIndex((each) => each.target === target);
    const comparison = index < 0 ? null : decided(compared[index], adjusted[index]);
    return [{ target, starts: own.length, values: own, ...meanOf(own), comparison }];
  });
}

/** @returns by round */
function valuesOf(measured: Start[], target: string, figure: StartFigure): Map<number, number> {
  const own = measured.filter((start) => start.target === target).toSorted((a, b) => a.round - b.round);
  return new Map(own.flatMap(({ round, [figure]: value }) => (value === null ? [] : [[round, value]])));
}

function meanOf(values: number[]): Interval & { mean: number } {
  const middle = mean(values);
  if (values.length < 2) return { mean: middle, low: null, high: null };
  const { variance, degrees } = varianceOf(values);
  const halfWidth = studentT(degrees) * Math.sqrt(variance / values.length);
  return { mean: middle, low: middle - halfWidth, high: middle + halfWidth };
}

/** @param values by target and round @returns null without a pair of rounds */
function compare({ baseline, seed }: StartupRecord, values: Map<string, Map<number, number>>, target: string, figure: StartFigure) {
  const [own, base] = [values.get(target), values.get(baseline)];
  const pairs = [...(own ?? [])].flatMap(([round, value]) => {
    const partner = base?.get(round);
    return partner && value > 0 ? [{ value, partner }] : [];
  });
  if (pairs.length === 0) return null;
  const rate = (value: number) => ({ above: value, below: 1, resolution: STEPS[figure] / value });
  const sample = { a: pairs.map(({ value }) => rate(value)), b: pairs.map(({ partner }) => rate(partner)), paired: true };
  return { target, ...ratioOfRates(sample, seed) };
}

/** @param adjustedP corrected for comparing several targets */
function decided({ ratio, low, high }: Omit<StartComparison, 'verdict'>, adjustedP: number | null): StartComparison {
  const figures = { ratio, low, high };
  if (low === null || high === null || adjustedP === null) return { ...figures, verdict: 'indicative' };
  const isShown = (low > 1 || high < 1) && adjustedP < SIGNIFICANCE;
  return { ...figures, verdict: isShown ? (ratio > 1 ? 'more' : 'less') : 'same' };
}
