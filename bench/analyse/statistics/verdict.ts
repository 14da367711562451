/** What a comparison shows. */
import { present } from '../../util/math.ts';
import type { NotComparable } from '../comparison/comparability.ts';

export type Metric = 'throughput' | 'cpu';

/** `same`: no difference was shown, which does not show that there is none; `indicative`: too few rounds for any verdict */
export type Kind = 'faster' | 'slower' | 'less CPU' | 'more CPU' | 'same' | 'indicative';

/** a difference is not one among so many comparisons, it is inside the noise floor, or the two are not comparable; `arithmetic`: both did what arithmetic
 * predicts, which decides without an interval */
export type Because = 'several comparisons' | 'noise floor' | 'arithmetic' | NotComparable;

/** 95 % interval, null with too few rounds; `because`: why a difference is not called one although its own interval does not hold 1, or why the ratio of
 * few rounds cannot be relied on */
export type Verdict = { kind: Kind; ratio: number; low: number | null; high: number | null; because: Because | null };

/** With fewer, an interval is too wide or too wrong to decide by. */
export const ROUNDS_FOR_VERDICT = 5;
/** With blocks, an interval uses the noise of all targets of its scenario: in three rounds it is narrow enough, and it covers (docs/dev/method.md). */
export const ROUNDS_FOR_VERDICT_OF_BLOCKS = 3;
export const SIGNIFICANCE = 0.05;
/** Two figures that are each within 3 % of the prediction may themselves differ by that much where it is the same. */
const LEAST_PREDICTED = 1.03 / 0.97;

const WORDS: Record<Metric, { above: Kind; below: Kind }> = {
  throughput: { above: 'faster', below: 'slower' },
  cpu: { above: 'more CPU', below: 'less CPU' },
};

type ToJudge = Pick<Verdict, 'ratio' | 'low' | 'high'> & {
  metric: Metric;
  /** corrected for several comparisons; null with too few rounds for a verdict */
  adjustedP: number | null;
  notComparable: NotComparable | null;
  /** two names of one target differ by up to this ratio (≥ 1) in so many rounds; null without a calibration */
  floor: number | null;
};

export function verdict({ metric, ratio, low, high, adjustedP, notComparable, floor }: ToJudge): Verdict {
  const figures = { ratio, low, high };
  if (adjustedP === null) return { kind: 'indicative', ...figures, because: notComparable };
  const alone = low !== null && high !== null && (low > 1 || high < 1);
  if (!alone) return { kind: 'same', ...figures, because: null };
  if (adjustedP >= SIGNIFICANCE) return { kind: 'same', ...figures, because: 'several comparisons' };
  if (notComparable !== null) return { kind: 'same', ...figures, because: notComparable };
  if (floor !== null && ratio <= floor && ratio >= 1 / floor) return { kind: 'same', ...figures, because: 'noise floor' };
  return { kind: WORDS[metric][ratio > 1 ? 'above' : 'below'], ...figures, because: null };
}

/** Of what arithmetic predicts, a few rounds show that it is so: no interval is needed.
 * @param predicted ratio of the throughputs, where both did what is predicted of them; else null */
export function byArithmetic(measured: Verdict, predicted: number | null): Verdict {
  if (measured.kind !== 'indicative' || predicted === null) return measured;
  if (Math.abs(Math.log(predicted)) < Math.log(LEAST_PREDICTED)) return { ...measured, kind: 'same', because: 'arithmetic' };
  if (measured.because !== null) return measured;
  return { ...measured, kind: WORDS.throughput[predicted > 1 ? 'above' : 'below'], because: 'arithmetic' };
}

/** The step-up correction of Benjamini & Hochberg ('Controlling the False Discovery Rate', Journal of the Royal Statistical Society B 57,
 * 1995): of the differences that one family shows, at most 5 % are expected to be false. Where nothing differs, at most 5 of 100 families
 * show any. Comparisons with one baseline are correlated positively, which leaves that true (Benjamini & Yekutieli, The Annals of
 * Statistics 29, 2001).
 * @param pValues of one family; null: not tested, and not of it
 * @returns adjusted, in the same order; to be compared with the level for a single one */
export function benjaminiHochberg<P extends number | null>(pValues: P[]): (number | (P & null))[] {
  const tested: number[] = present<number>(pValues);
  const stepUp = (p: number) => (tested.length / tested.filter((each) => each <= p).length) * p;
  return pValues.map((own) => (own === null ? own : Math.min(1, ...tested.filter((each) => each >= own).map(stepUp))));
}
