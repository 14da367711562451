/** Sums, means and medians. */

/** @param {Iterable<number>} values @returns {number} 0 if there are none */
export function sum(values) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** @param {number[]} values at least one */
export function mean(values) {
  return sum(values) / values.length;
}

/** @param {number[]} values at least one @returns {number} the middle value, or the mean of the two in the middle */
export function median(values) {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Always one of the values. The mean of two counts, such as threads, may be a number that was never there.
 * @param {number[]} values
 * @returns {number | null} the middle value, or the upper of the two in the middle; null if there are none
 */
export function upperMedian(values) {
  return ascending(values)[values.length >> 1] ?? null;
}

/** @param {number[]} values @returns {number[]} a sorted copy */
export function ascending(values) {
  return values.toSorted((a, b) => a - b);
}

/** @template T @param {(T | null | undefined)[]} values @returns {T[]} without those that are missing */
export function present(values) {
  return /** @type {T[]} */ (values.filter((value) => value !== null && value !== undefined));
}

/**
 * `Math.max(...values)` ends with an error where there are more values than a call may have arguments, some 100,000.
 * @param {Iterable<number>} values
 * @returns {number} -Infinity if there are none
 */
export function largest(values) {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** @param {(number | null)[]} values @returns {number | null} the largest of those present; null if there are none */
export function highest(values) {
  const known = present(values);
  return known.length > 0 ? largest(known) : null;
}
