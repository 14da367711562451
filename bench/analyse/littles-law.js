/**
 * Little's law in a closed loop without think time: every user is in an iteration all the time, so the users of a stage are the iterations
 * per second times their mean duration (Little, 'A Proof for the Queuing Formula L = λW', Operations Research 9, 1961). Where they are
 * not, requests, seconds or durations were measured wrongly.
 *
 * @typedef {import('./types.js').StageBounds} StageBounds
 * @typedef {import('./hlog.js').RequestLog} RequestLog
 * @typedef {import('./types.js').LittlesLaw} LittlesLaw
 */

export const TOLERANCE = 0.03;

/**
 * @param {StageBounds[]} stages of one cell
 * @param {RequestLog} requests of the whole cell
 * @param {{unanswered?: number, besideSeconds?: number}} [more] requests that never ended, and so have no duration; what the generator took in
 *   a mean iteration beside its request
 * @returns {(LittlesLaw | null)[]} of each stage; null for a plateau of less than two seconds
 */
export function littlesLaw(stages, requests, { unanswered = 0, besideSeconds = 0 } = {}) {
  const plateaus = stages.map((stage) => onPlateau(stage, requests));
  const generator = holdsWithGenerator(
    plateaus.filter((plateau) => plateau !== null),
    besideSeconds,
  );
  return plateaus.map((plateau) => {
    if (plateau === null) return null;
    const users = plateau.userSeconds / plateau.seconds;
    const holds = Math.abs(users / plateau.vus - 1) <= TOLERANCE;
    return { users, holds, explanation: holds ? null : explanation(plateau, users, unanswered, generator ? besideSeconds : null) };
  });
}

/** @typedef {{vus: number, seconds: number, userSeconds: number, requests: number, meanSeconds: number}} Plateau */

/**
 * Looked at is the plateau without its last second. A request that lasts is not of these seconds alone: what it spent before them is
 * left out, and of one that ended later what it spent in them is counted. Within its second the moment of an end is not known, and
 * its mean over the second is taken; in the second after the plateau, when all users of the next stage begin at once or the last
 * ones leave, that mean would be wrong, and so the last second of the plateau stands between.
 * @param {StageBounds} stage
 * @param {RequestLog} requests
 * @returns {Plateau | null}
 */
function onPlateau({ vus, plateauStartMs, plateauEndMs }, { ok, failed }) {
  const from = Math.round(plateauStartMs / 1000);
  const seconds = Math.round(plateauEndMs / 1000) - 1 - from;
  if (seconds <= 0) return null;
  let [userSeconds, requests, duration] = [0, 0, 0];
  for (const [second, histogram] of [...ok, ...failed].filter(([each]) => each >= from)) {
    userSeconds += secondsOnPlateau(histogram, second - from, seconds);
    if (second >= from + seconds) continue;
    requests += histogram.totalCount;
    duration += (histogram.mean / 1e6) * histogram.totalCount;
  }
  return { vus, seconds, userSeconds, requests, meanSeconds: requests > 0 ? duration / requests : 0 };
}

/**
 * What the generator takes between requests is known for the mean of the cell alone, so it is held against all plateaus together.
 * @param {Plateau[]} plateaus
 * @param {number} besideSeconds
 */
function holdsWithGenerator(plateaus, besideSeconds) {
  const users = plateaus.reduce((sum, { userSeconds, requests }) => sum + userSeconds + requests * besideSeconds, 0);
  const expected = plateaus.reduce((sum, { vus, seconds }) => sum + vus * seconds, 0);
  return besideSeconds > 0 && Math.abs(users / expected - 1) <= TOLERANCE;
}

/**
 * @param {Plateau} plateau on which the law does not hold
 * @param {number} users
 * @param {number} unanswered
 * @param {number | null} besideSeconds where with them the law holds for all plateaus together
 * @returns {string | null}
 */
function explanation({ vus, seconds, meanSeconds }, users, unanswered, besideSeconds) {
  if (users < vus && users + unanswered >= (1 - TOLERANCE) * vus) return `${unanswered} requests were never answered and have no duration`;
  // At either edge each user has one request that reaches over it, by anything from nothing to its whole duration.
  const known = meanSeconds / seconds;
  if (known > TOLERANCE && Math.abs(users / vus - 1) <= known) {
    return `requests of ${meanSeconds.toFixed(2)} s reach over the edges of ${seconds} s: known to ±${(known * 100).toFixed(0)} %`;
  }
  if (users > vus || besideSeconds === null) return null;
  return `the generator took ${(besideSeconds * 1000).toFixed(2)} ms between requests`;
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
