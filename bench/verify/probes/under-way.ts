/** Requests that are in flight while something else is checked. */

/**
 * @param answer awaited only later
 * @returns the same promise. A failure is reported when it is awaited; until then Node.js does not exit because of an unhandled rejection
 */
export function underWay<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
