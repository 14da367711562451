/** The knobs of `make capacity`. */
import { wholeNumber } from '../../k6/lib/input.js';
import { RAMP_SECONDS } from '../../k6/lib/profiles.js';
import { limitsOf } from '../record/json/limits.ts';
import { PRECISION } from './capacity-search.ts';
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

/**
 * Of each second at a rate above the capacity, the part by which it lies above is added to the queue. Until that is as long as the SLO
 * allows, the rate seems to hold.
 * @returns where that is more than the search is exact to
 */
export function unseenOverload({ sloP99Ms, trialSeconds }: Pick<CapacityPlan, 'sloP99Ms' | 'trialSeconds'>): CapacityNote | null {
  const unseen = sloP99Ms / 1000 / (trialSeconds - RAMP_SECONDS);
  if (unseen <= PRECISION) return null;
  return { kind: 'unseen-overload', trialSeconds, sloP99Ms, share: unseen < 1 ? 1 / (1 - unseen) - 1 : null };
}
