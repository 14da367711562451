/**
 * Little's law in a closed loop without think time: every user has a request under way all the time, so the users of a stage are the
 * requests per second times their mean duration (Little, 'A Proof for the Queuing Formula L = λW', Operations Research 9, 1961).
 * Where they are not, requests, seconds or durations were measured wrongly, or the generator lost time between requests.
 *
 * @typedef {import('./types.js').StageBounds} StageBounds
 * @typedef {import('./hlog.js').RequestLog} RequestLog
 * @typedef {import('./types.js').LittlesLaw} LittlesLaw
 */

export const TOLERANCE = 0.03;

/**
 * Looked at is the plateau without its last second. A request that lasts is not of these seconds alone: what it spent before them is
 * left out, and of one that ended later what it spent in them is counted. Within its second the moment of an end is not known, and
 * its mean over the second is taken; in the second after the plateau, when all users of the next stage begin at once or the last
 * ones leave, that mean would be wrong, and so the last second of the plateau stands between.
 * @param {StageBounds} stage
 * @param {RequestLog} requests of the whole cell
 * @param {number} unanswered requests that never ended, and so have no duration
 * @returns {LittlesLaw | null} null for a plateau of less than two seconds
 */
export function littlesLaw({ vus, plateauStartMs, plateauEndMs }, requests, unanswered) {
  const from = Math.round(plateauStartMs / 1000);
  const to = Math.round(plateauEndMs / 1000) - 1;
  if (to <= from) return null;
  const userSeconds = [requests.ok, requests.failed].flatMap((stream) =>
    [...stream].filter(([second]) => second >= from).map(([second, histogram]) => secondsOnPlateau(histogram, second - from, to - from)),
  );
  const users = userSeconds.reduce((sum, each) => sum + each, 0) / (to - from);
  return { users, ...judged(vus, users, unanswered) };
}

/** @param {number} vus @param {number} users @param {number} unanswered */
function judged(vus, users, unanswered) {
  if (Math.abs(users / vus - 1) <= TOLERANCE) return { holds: true, explanation: null };
  if (users < vus && users + unanswered >= (1 - TOLERANCE) * vus) {
    return { holds: false, explanation: `${unanswered} requests were never answered and have no duration` };
  }
  return { holds: false, explanation: null };
}

/**
 * @param {import('./hlog.js').Histogram} histogram µs, of the requests that ended in one second
 * @param {number} second from the start of the plateau
 * @param {number} length in seconds, of what is looked at
 */
function secondsOnPlateau(histogram, second, length) {
  const longest = histogram.maxValue / 1e6;
  if (second >= length && longest <= second - length) return 0;
  if (second < length && longest <= second) return (histogram.mean / 1e6) * histogram.totalCount;
  return recorded(histogram).reduce((sum, { seconds, count }) => sum + count * expectedOverlap(seconds, second, length), 0);
}

/**
 * @param {import('./hlog.js').Histogram} histogram
 * @returns {{seconds: number, count: number}[]} its values
 */
function recorded(histogram) {
  const counts = /** @type {import('hdr-histogram-js').JsHistogram} */ (histogram);
  return Array.from({ length: counts.countsArrayLength }, (_, index) => index).flatMap((index) => {
    const count = counts.getCountAtIndex(index);
    return count > 0 ? [{ seconds: counts.medianEquivalentValue(counts.valueFromIndex(index)) / 1e6, count }] : [];
  });
}

/**
 * The mean time on the plateau [0, length] of a request that took `duration` and ended at a moment drawn from [second, second + 1).
 * @param {number} duration
 * @param {number} second
 * @param {number} length
 */
export function expectedOverlap(duration, second, length) {
  if (second < length) return duration - meanExcess(duration - second);
  return meanExcess(duration - (second - length)) - meanExcess(duration - second);
}

/** The mean of max(0, x - u) for u drawn from [0, 1). @param {number} x */
function meanExcess(x) {
  if (x <= 0) return 0;
  return x < 1 ? x ** 2 / 2 : x - 0.5;
}
