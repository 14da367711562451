/** `heavy` counts primes. The counts must be right, and the CPU time of the target's process must rise with the limit, also if it is repeated, also if
 * it is the measured one: no constant, cached answer or lookup table. Whether `heavy-yield` yields is up to the scheduler, and not seen from outside. */
import { Difference, getExpecting } from '../finding.ts';
import type { Subject, WorkCheck } from './index.ts';

/** with its answer */
type Question = { limit: number; primes: number };

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

/** Trial division grows a little slower than limit^1.5: HIGH costs thousands of times as much as LOW, with the scrape at least 10 times. Compilers and
 * collectors only add CPU time, hence the smallest of several batches on both sides, and a factor well below 10. */
const LEAST_FACTOR = 5;

/** Smaller limits would need hundreds of requests more, and the cost of HTTP would hide that of the primes. */
const LEAST_LIMIT = 20_000;

/** Other load on the same core may halve the apparent cost; a lookup table costs nothing. */
const LEAST_SHARE = 0.3;

/** A JVM that has just started compiles more than it counts, which may hide the primes: more batches follow if no difference shows yet. */
const FEWEST_BATCHES = 5;
const FEWEST_BATCHES_SHORT = 3;
const MOST_BATCHES = 10;

/** @param path with a parameter for the limit */
export function burns(path: string): WorkCheck {
  return async (subject) => {
    const inRandomOrder = PRIMES.map((question) => ({ question, key: Math.random() })).sort((a, b) => a.key - b.key);
    for (const { question } of inRandomOrder) await ask(subject, path, question);
    const { lowMs, highMs, cpu } = await leastCpuMs(subject, path, HIGH, BATCH, subject.short ? 2 : 5);
    if (highMs < LEAST_FACTOR * Math.max(lowMs, STEP_MS)) throw notCounted(`${cpu}, at least × ${LEAST_FACTOR} expected`);
    await checkOwnLimit(subject, path, (highMs - lowMs) / BATCH);
    return cpu;
  };
}

/** The measured request counts its primes, too. It is sent so often that these cost as much as those of HIGH; as many for hardly any primes show the
 * cost of HTTP alone. @param highMs CPU time of one request for HIGH */
async function checkOwnLimit(subject: Subject, path: string, highMs: number) {
  const own: Question = JSON.parse(subject.scenario.cases[0].response.body);
  if (own.limit < LEAST_LIMIT) return;
  const requests = Math.ceil(costOf(HIGH) / costOf(own));
  const leastMs = (LEAST_SHARE * highMs * requests * costOf(own)) / costOf(HIGH);
  const fewest = subject.short ? FEWEST_BATCHES_SHORT : FEWEST_BATCHES;
  const { lowMs, highMs: ownMs, cpu } = await leastCpuMs(subject, path, own, requests, fewest, leastMs);
  if (ownMs - lowMs < leastMs) throw notCounted(`${cpu}, at least ${leastMs.toFixed(0)} ms more expected`);
}

/** @param fewest batches; more follow as long as they do not show a difference of `leastMs` @returns the smallest of LOW, and of the other question */
async function leastCpuMs(subject: Subject, path: string, high: Question, requests: number, fewest: number, leastMs = -Infinity) {
  let [lowMs, highMs] = [Infinity, Infinity];
  for (let batch = 1; batch <= fewest || (batch <= MOST_BATCHES && highMs - lowMs < leastMs); batch++) {
    lowMs = Math.min(lowMs, await cpuMsOf(subject, path, LOW, requests));
    highMs = Math.min(highMs, await cpuMsOf(subject, path, high, requests));
  }
  const cpu = `CPU ${lowMs.toFixed(0)} → ${highMs.toFixed(0)} ms for ${requests} × limit ${LOW.limit} → ${high.limit}`;
  return { lowMs, highMs, cpu };
}

function notCounted(why: string) {
  return new Difference(`the primes are not counted anew: ${why}`);
}

/** @returns relative cost of trial division: nearly all of it is spent on the primes, each divided by numbers up to its square root */
function costOf({ limit }: Question): number {
  return limit ** 1.5 / Math.log(limit);
}

/** @returns CPU milliseconds of the target's process for these requests, one after the other, and one scrape */
async function cpuMsOf(subject: Subject, path: string, question: Question, requests: number): Promise<number> {
  const before = await subject.management.cpuMs();
  for (let request = 0; request < requests; request++) await ask(subject, path, question);
  return (await subject.management.cpuMs()) - before;
}

function ask({ client }: Subject, path: string, { limit, primes }: Question) {
  return getExpecting(client, `${path}?limit=${limit}`, { limit, primes });
}
