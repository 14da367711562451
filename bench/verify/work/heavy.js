/**
 * `heavy` counts primes: the counts are right for limits asked in any order, and the CPU time of the target's process rises with the limit,
 * every time the same limit is asked again, and is spent on the measured limit, too. This is what finds a constant, a remembered answer, a table,
 * and a publisher to which nobody subscribes.
 * That `heavy-yield` yields cannot be seen from outside: what a yield does is up to the scheduler.
 */
import { ownLimitDifference } from '../probes/own-limit.js';
import { ask, cpuMsOf } from '../probes/primes.js';

/** π(n), from any table of the prime-counting function. */
const PRIMES = [
  { limit: 10, primes: 4 },
  { limit: 1_000, primes: 168 },
  { limit: 100_000, primes: 9_592 },
];
const LOW = { limit: 2_000, primes: 303 };
const HIGH = { limit: 1_000_000, primes: 78_498 };

/** Requests between two readings of the CPU counter. */
const BATCH = 3;

/** The JVM counts its CPU time in clock ticks of 10 ms, so a batch may read 0 or one tick too little. */
const STEP_MS = 10;

/**
 * Trial division grows a little slower than limit^1.5, so HIGH costs thousands of times LOW; seen together with the scrape it is 10 times or more.
 * Compilers and collectors add CPU time and never take any away, hence the smallest of several batches on both sides, and a factor well below that.
 */
const LEAST_FACTOR = 5;

/**
 * @param {string} path that takes a limit
 * @returns {import('./index.js').WorkCheck}
 */
export function burns(path) {
  return async (subject) => {
    const inRandomOrder = PRIMES.map((question) => ({ question, key: Math.random() })).sort((a, b) => a.key - b.key);
    for (const { question } of inRandomOrder) await ask(subject, path, question);
    const low = [];
    const high = [];
    for (let batch = 0; batch < (subject.short ? 2 : 5); batch++) {
      low.push(await cpuMsOf(subject, path, LOW, BATCH));
      high.push(await cpuMsOf(subject, path, HIGH, BATCH));
    }
    const [lowMs, highMs] = [Math.min(...low), Math.min(...high)];
    const rising = judge(lowMs, highMs);
    if (!rising.ok) return rising;
    const known = { around: LOW, costly: HIGH, costlyMs: (highMs - lowMs) / BATCH };
    const difference = await ownLimitDifference(subject, path, known);
    return difference === null ? rising : { ok: false, detail: difference };
  };
}

/**
 * @param {number} lowMs
 * @param {number} highMs
 * @returns {import('./index.js').Finding}
 */
function judge(lowMs, highMs) {
  const detail = `CPU ${lowMs.toFixed(0)} → ${highMs.toFixed(0)} ms for ${BATCH} × limit ${LOW.limit} → ${HIGH.limit}`;
  if (highMs >= LEAST_FACTOR * Math.max(lowMs, STEP_MS)) return { ok: true, detail };
  return { ok: false, detail: `the primes are not counted anew: ${detail}, at least × ${LEAST_FACTOR} expected` };
}
