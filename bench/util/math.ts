/** Sums, means and medians. */

/** @returns 0 if there are none */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** @param values at least one */
export function mean(values: number[]) {
  return sum(values) / values.length;
}

/** @param values at least one @returns the middle value, or the mean of the two in the middle */
export function median(values: number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns the middle value, or the upper of two: the mean of two counts may be a number that was never there; null if there are none */
export function upperMedian(values: number[]): number | null {
  return ascending(values)[values.length >> 1] ?? null;
}

/** @returns a sorted copy */
export function ascending(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

/** @returns without those that are missing */
export function present<T>(values: (T | null | undefined)[]): T[] {
  return values.filter((value) => value !== null && value !== undefined);
}

/** `Math.max(...values)` fails where there are more values than a call may have arguments, some 100,000. @returns -Infinity if there are none */
export function largest(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** @returns the largest of those present; null if there are none */
export function highest(values: (number | null)[]): number | null {
  const known = present(values);
  return known.length > 0 ? largest(known) : null;
}
