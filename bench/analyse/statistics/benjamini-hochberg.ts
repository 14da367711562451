/**
 * The step-up correction of Benjamini & Hochberg ('Controlling the False Discovery Rate', Journal of the Royal Statistical Society B 57,
 * 1995): of the differences that one family shows, at most 5 % are expected to be false. Where nothing differs, at most 5 of 100 families
 * show any. Comparisons with one baseline are correlated positively, which leaves that true (Benjamini & Yekutieli, The Annals of Statistics
 * 29, 2001).
 * @param pValues of one family
 * @returns adjusted, in the same order; to be compared with the level for a single one
 */
export function benjaminiHochberg(pValues: number[]): number[] {
  const largestFirst = pValues.map((_, index) => index).sort((one, other) => pValues[other] - pValues[one]);
  const adjusted = new Array(pValues.length);
  let smallest = 1;
  largestFirst.forEach((index, larger) => {
    smallest = Math.min(smallest, (pValues.length / (pValues.length - larger)) * pValues[index]);
    adjusted[index] = smallest;
  });
  return adjusted;
}
