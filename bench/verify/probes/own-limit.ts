/**
 * Checks that the measured request counts its primes too, although its answer is known. It is sent so often that its primes cost as much as those
 * of a costly limit. The same number of requests for hardly any primes shows the cost of HTTP alone.
 */
import { cpuMsOf, type Question } from './primes.ts';
import type { Subject } from '../work/index.ts';

/** `around`: a question that costs next to nothing; `costlyMs`: CPU time of one request for `costly` */
type Known = { around: Question; costly: Question; costlyMs: number };

/** Smaller limits would need hundreds of requests more, and the cost of HTTP would hide that of the primes. */
const LEAST_LIMIT = 20_000;

/** Other load on the same core may halve the apparent cost; a lookup table costs nothing. */
const LEAST_SHARE = 0.3;

/**
 * A JVM that has just started spends more time compiling than counting, which may hide the primes or look like them. So the smallest of several
 * batches counts on both sides, and more batches follow if no difference shows yet.
 */
const FEWEST_BATCHES = 5;
const FEWEST_BATCHES_SHORT = 3;
const MOST_BATCHES = 10;

/** @param path that takes a limit @returns the difference, if any */
export async function ownLimitDifference(subject: Subject, path: string, { around, costly, costlyMs }: Known): Promise<string | null> {
  const own: Question = JSON.parse(subject.scenario.cases[0].response.body);
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

/** @returns relative cost of trial division: nearly all of it is spent on the primes, each divided by numbers up to its square root */
function costOf({ limit }: Question): number {
  return limit ** 1.5 / Math.log(limit);
}
