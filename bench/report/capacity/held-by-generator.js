/**
 * Was the generator what did not hold? Then the target might have borne more.
 * @param {import('./index.js').Capacity} found
 * @returns {boolean} true if k6 was the limit in every trial of the lowest rate that did not hold: that rate is the other end of what is known
 */
export function heldByGenerator({ capacity, failure, trials }) {
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  const lowest = Math.min(...above.map(({ rate }) => rate));
  return failure === null && above.length > 0 && above.filter(({ rate }) => rate === lowest).every(({ generator }) => !generator.ok);
}
