/** The knobs of `make capacity`. */
import { wholeNumber } from '../../k6/lib/input.js';
import { asUsageError, compareOptions } from './knobs.js';
import { limitsOf } from './limits.js';

/** @typedef {import('./limits.js').Limits} Limits */
/**
 * @typedef {object} CapacityPlan
 * @property {string[]} targets
 * @property {string[]} scenarios
 * @property {number} seed
 * @property {number} sloP99Ms
 * @property {number} trialSeconds
 * @property {number} warmupMinSeconds
 * @property {number} warmupMaxSeconds
 * @property {number} warmupMostVus users of the largest bursts of a warm-up
 * @property {number} steadyBursts of a warm-up, in a row
 * @property {boolean} limitInTurn every other burst of a warm-up is under the CPU limit
 * @property {import('./surroundings.js').Settings | null} settings
 * @property {number | null} databaseRttMs
 */
/** @typedef {CapacityPlan & Limits} CapacityOptions */

const USUAL_SLO_MS = 100;
const USUAL_TRIAL_SECONDS = 10;
/** A capacity is a figure of its own, so nothing less than the longest warm-up. */
const PROFILE = 'rigorous';

/**
 * @param {import('./knobs.js').Env} env
 * @param {import('../catalogue.js').Catalogue} catalogue
 * @returns {CapacityOptions}
 * @throws {import('../errors.js').UsageError} with one line that names the knob, its value and what is accepted
 */
export function capacityOptions(env, catalogue) {
  const { ENGINE, SEED, WARMUP_MAX, TARGETS, SCENARIOS, SETTINGS, DB_RTT_MS } = env;
  const plan = compareOptions({ ENGINE, PROFILE, SEED, WARMUP_MAX, TARGETS, SCENARIOS, SETTINGS, DB_RTT_MS }, catalogue);
  const { seed, stages, warmupMinSeconds, warmupMaxSeconds, steadyBursts, limitInTurn, targets, scenarios, settings, databaseRttMs } = plan;
  const given = { SLO_P99_MS: env.SLO_P99_MS || undefined, RATE_SECONDS: env.RATE_SECONDS || undefined };
  return asUsageError(() => ({
    targets,
    scenarios,
    seed,
    ...limitsOf(env),
    warmupMinSeconds,
    warmupMaxSeconds,
    warmupMostVus: Math.max(...stages.map(({ vus }) => vus)),
    steadyBursts,
    limitInTurn,
    settings,
    databaseRttMs,
    sloP99Ms: wholeNumber(given, 'SLO_P99_MS', USUAL_SLO_MS, 1, 60_000),
    trialSeconds: wholeNumber(given, 'RATE_SECONDS', USUAL_TRIAL_SECONDS, 4, 3600),
  }));
}
