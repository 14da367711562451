/** Requests that are in flight while something else is checked. */

/**
 * @template T
 * @param {Promise<T>} answer awaited only later
 * @returns {Promise<T>} the same promise. A failure is reported when it is awaited; until then Node.js does not exit because of an unhandled rejection
 */
export function underWay(answer) {
  answer.catch(() => {});
  return answer;
}
