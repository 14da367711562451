/**
 * `heavy` counts primes. The counts must be right for limits in any order. The CPU time of the target's process must rise with the limit, also
 * when a limit is repeated, and also for the measured limit. That detects a constant, a cached answer, a lookup table and a publisher without a
 * subscriber. Whether `heavy-yield` yields cannot be seen from outside, because the effect of a yield is up to the scheduler.
 */
import { ownLimitDifference } from '../probes/own-limit.ts';
import { ask, cpuMsOf } from '../probes/primes.ts';
import type { WorkCheck, Finding } from './index.ts';

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

/** The JVM counts its CPU time in clock ticks of 10 ms, so a batch may show 0, or one tick too few. */
const STEP_MS = 10;

/**
 * Trial division grows a little slower than limit^1.5, so HIGH costs thousands of times as much as LOW; with the cost of the scrape, at least 10
 * times. Compilers and collectors only add CPU time, hence the smallest of several batches on both sides, and a factor well below 10.
 */
const LEAST_FACTOR = 5;

/** @param path with a parameter for the limit */
export function burns(path: string): WorkCheck {
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

function judge(lowMs: number, highMs: number): Finding {
  const detail = `CPU ${lowMs.toFixed(0)} → ${highMs.toFixed(0)} ms for ${BATCH} × limit ${LOW.limit} → ${HIGH.limit}`;
  if (highMs >= LEAST_FACTOR * Math.max(lowMs, STEP_MS)) return { ok: true, detail };
  return { ok: false, detail: `the primes are not counted anew: ${detail}, at least × ${LEAST_FACTOR} expected` };
}
