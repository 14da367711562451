/** The wall clock. No k6 imports. */

/**
 * @param {number} nowMs epoch milliseconds, rounded down as Date.now() does, so that a sleep of the returned length never ends early
 * @returns {number} seconds until the next whole second; 0 if it is one
 */
export function secondsToWholeSecond(nowMs) {
  return ((1000 - (nowMs % 1000)) % 1000) / 1000;
}
