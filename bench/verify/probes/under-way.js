/** Requests that are under way while something else is looked at. */

/**
 * @template T
 * @param {Promise<T>} answer awaited only later
 * @returns {Promise<T>} the same; whoever awaits it learns of a failure, but Node.js does not end because nobody does so yet
 */
export function underWay(answer) {
  answer.catch(() => {});
  return answer;
}
