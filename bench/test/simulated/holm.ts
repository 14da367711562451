/**
 * Holm's step-down correction ('A Simple Sequentially Rejective Multiple Test Procedure', Scandinavian Journal of Statistics 6, 1979), which
 * verdicts had before, to compare with: of many tables without a difference, at most 5 of 100 show one.
 * @param pValues of one family
 * @returns adjusted, in the same order
 */
export function holm(pValues: number[]): number[] {
  const order = pValues.map((_, index) => index).sort((one, other) => pValues[one] - pValues[other]);
  const adjusted = new Array(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}
