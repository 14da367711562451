/**
 * The request that is measured counts its primes as well, whoever knows its answer: it is sent so often that its primes cost as much as those of a
 * costly limit. As many requests for hardly any primes show what HTTP costs around them.
 */
import { cpuMsOf } from './primes.js';

/**
 * @typedef {import('./primes.js').Question} Question
 * @typedef {{ around: Question, costly: Question, costlyMs: number }} Known `around`: a question that costs next to nothing; `costlyMs`: CPU time of
 *   one request for `costly`
 */

/** Below it, hundreds of requests more would be needed, and their primes would be lost in what HTTP costs. */
const LEAST_LIMIT = 20_000;

/** Busy neighbours on the same core may halve what it seems to cost; a table costs nothing. */
const LEAST_SHARE = 0.3;

/**
 * A JVM that has just started compiles for longer than it counts, which may hide the primes or pass for them: the smallest on both sides counts, of
 * several batches, and of more where nothing is seen yet.
 */
const FEWEST_BATCHES = 5;
const FEWEST_BATCHES_SHORT = 3;
const MOST_BATCHES = 10;

/**
 * @param {import('../work/index.js').Subject} subject
 * @param {string} path that takes a limit
 * @param {Known} known
 * @returns {Promise<string | null>} what differs
 */
export async function ownLimitDifference(subject, path, { around, costly, costlyMs }) {
  /** @type {Question} */
  const own = JSON.parse(subject.scenario.cases[0].response.body);
  if (own.limit < LEAST_LIMIT) return null;
  const requests = Math.ceil(costOf(costly) / costOf(own));
  const leastMs = (LEAST_SHARE * costlyMs * requests * costOf(own)) / costOf(costly);
  const fewest = subject.short ? FEWEST_BATCHES_SHORT : FEWEST_BATCHES;
  let [aroundMs, ownMs] = [Infinity, Infinity];
  for (let batch = 1; batch <= MOST_BATCHES; batch++) {
    aroundMs = Math.min(aroundMs, await cpuMsOf(subject, path, around, requests));
    ownMs = Math.min(ownMs, await cpuMsOf(subject, path, own, requests));
    if (batch >= fewest && ownMs - aroundMs >= leastMs) return null;
  }
  const cpu = `CPU ${aroundMs.toFixed(0)} → ${ownMs.toFixed(0)} ms for ${requests} × limit ${around.limit} → ${own.limit}`;
  return `the primes are not counted anew: ${cpu}, at least ${leastMs.toFixed(0)} ms more expected`;
}

/**
 * @param {Question} question
 * @returns {number} what trial division costs, in a unit of its own: nearly all of it goes into the primes, each divided up to its square root
 */
function costOf({ limit }) {
  return limit ** 1.5 / Math.log(limit);
}
