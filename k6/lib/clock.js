/** The wall clock, and when a load begins by it. No k6 imports: the runner computes the same. */

/** Where several k6 share a load, those that are late begin so long after the others, or a multiple of it: then all of them, if all are late. */
const LATER_MS = 5000;

/**
 * @param {number} nowMs epoch milliseconds, rounded down as Date.now() does, so that a sleep of the returned length never ends early
 * @param {number} [startAtMs] when all k6 that share the load begin it; by default the next whole second
 * @returns {number} seconds until the load begins, on a whole second; 0 if it is now
 */
export function secondsToStart(nowMs, startAtMs) {
  const startMs = startAtMs === undefined ? Math.ceil(nowMs / 1000) * 1000 : commonStartMs(startAtMs, nowMs);
  return (startMs - nowMs) / 1000;
}

/**
 * @param {number} startAtMs epoch milliseconds
 * @param {number} readyMs and when the setup was over
 * @returns {number} when a k6 begins that shares its load with others
 */
export function commonStartMs(startAtMs, readyMs) {
  const firstMs = Math.ceil(startAtMs / 1000) * 1000;
  return firstMs + Math.ceil(Math.max(0, readyMs - firstMs) / LATER_MS) * LATER_MS;
}
