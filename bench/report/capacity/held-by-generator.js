/**
 * Was the generator what did not hold? Then the target might have borne more.
 * @param {import('./index.js').Capacity} found
 * @returns {boolean} true if in every trial above the capacity k6 used more than its share of the CPU
 */
export function heldByGenerator({ capacity, trials }) {
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  return above.length > 0 && above.every(({ generator }) => !generator.ok);
}
