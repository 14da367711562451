import { present } from '../../util/math.ts';

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
