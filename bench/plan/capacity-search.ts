/** The search for the highest rate that holds: a coarse ramp finds two rates around it, then the interval is halved. */

/** Half of the interval that remains, as a share. */
export const PRECISION = 0.03;
const RAMP = 1.5;
/** Steeper than the way up: every rate that does not hold is tried twice. */
const RAMP_DOWN = 4;
const LOWEST_RATE = 1;
/** One garbage collection, or one foreign process, must not decide. */
const ATTEMPTS = 2;

/** Yields the rate to try next (requests per second) and receives whether it held. Trials of other searches may run in between. */
type Asking<R> = Generator<number, R, boolean>;

type Found = { capacity: number | null; reachedHighest: boolean };

/** @param rates to begin with, and that is not exceeded @returns `capacity`: the highest rate that held; null if not even the lowest did */
export function* searchCapacity({ first, highest }: { first: number; highest: number }): Asking<Found> {
  const { low, high } = yield* bracket(first, highest);
  if (low === null || high === null) return { capacity: low, reachedHighest: low !== null };
  return { capacity: yield* halve(low, high), reachedHighest: false };
}

function* holds(rate: number): Asking<boolean> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts++) if (yield rate) return true;
  return false;
}

/** @returns a rate that holds and one that does not; null where there is none */
function* bracket(first: number, highest: number): Asking<{ low: number | null; high: number | null }> {
  let rate = Math.min(highest, Math.max(LOWEST_RATE, Math.round(first)));
  if (!(yield* holds(rate))) return yield* downFrom(rate);
  for (;;) {
    if (rate >= highest) return { low: rate, high: null };
    const next = Math.min(highest, Math.max(rate + 1, Math.round(rate * RAMP)));
    if (!(yield* holds(next))) return { low: rate, high: next };
    rate = next;
  }
}

/** @param high does not hold */
function* downFrom(high: number): Asking<{ low: number | null; high: number }> {
  while (high > LOWEST_RATE) {
    const lower = Math.max(LOWEST_RATE, Math.round(high / RAMP_DOWN));
    if (yield* holds(lower)) return { low: lower, high };
    high = lower;
  }
  return { low: null, high };
}

/** The middle is geometric, because the precision is a share. @param low holds @param high does not @returns a rate that holds */
function* halve(low: number, high: number): Asking<number> {
  while (high / low > (1 + PRECISION) ** 2 && high - low > 1) {
    const middle = Math.round(Math.sqrt(low * high));
    if (yield* holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
