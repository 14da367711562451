/** The plan of `make capacity`, and the search for the highest rate that holds: a coarse ramp finds two rates around it, then the interval is halved. */
import { wholeNumber } from '../../k6/lib/input.js';
import { RAMP_SECONDS } from '../../k6/lib/profiles.js';
import { limitsOf } from '../record/json/limits.ts';
import { compareOptions, type Env } from './knobs.ts';
import type { Catalogue } from '../record/catalogue.ts';
import type { CapacityPlan } from '../record/capacity.ts';
import type { CapacityNote } from '../record/json/notes.ts';

const DEFAULT_SLO_MS = 100;
const LEAST_TRIAL_SECONDS = 10;
/** It says how many users a warm-up has. */
const PROFILE = 'rigorous';
const WARM_UP = { steadyBursts: 4, limitInTurn: true };
const LONGEST_WARM_UP_SECONDS = 150;

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

/** @throws {UsageError | InputError} one line that names the knob, its value and what is accepted */
export function capacityOptions(env: Env, catalogue: Catalogue): CapacityPlan {
  const { ENGINE, SEED, TARGETS, SCENARIOS, SETTINGS, DB_RTT_MS, WARMUP_MAX = String(LONGEST_WARM_UP_SECONDS) } = env;
  const plan = compareOptions({ ENGINE, PROFILE, SEED, WARMUP_MAX, TARGETS, SCENARIOS, SETTINGS, DB_RTT_MS }, catalogue);
  const { seed, levels, warmupMaxSeconds, targets, scenarios, settings, databaseRttMs } = plan;
  const limits = limitsOf(env);
  const sloP99Ms = wholeNumber(env, 'SLO_P99_MS', DEFAULT_SLO_MS, 1, 60_000);
  const longEnough = Math.max(LEAST_TRIAL_SECONDS, RAMP_SECONDS + Math.ceil(sloP99Ms / 1000 / PRECISION));
  const trialSeconds = wholeNumber(env, 'RATE_SECONDS', longEnough, RAMP_SECONDS + 2, 3600);
  const warmUp = { ...WARM_UP, warmupMaxSeconds, warmupMostVus: Math.max(...levels) };
  return { targets, scenarios, seed, ...limits, ...warmUp, settings, databaseRttMs, sloP99Ms, trialSeconds };
}

/** What lies above the capacity is queued. Until that is as long as the SLO allows, a rate seems to hold. @returns where it is more than PRECISION */
export function unseenOverload({ sloP99Ms, trialSeconds }: Pick<CapacityPlan, 'sloP99Ms' | 'trialSeconds'>): CapacityNote | null {
  const unseen = sloP99Ms / 1000 / (trialSeconds - RAMP_SECONDS);
  if (unseen <= PRECISION) return null;
  return { kind: 'unseen-overload', trialSeconds, sloP99Ms, share: unseen < 1 ? 1 / (1 - unseen) - 1 : null };
}
