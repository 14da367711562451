/** The knobs of `make capacity`. */
import { wholeNumber } from '../../k6/lib/input.js';
import { RAMP_SECONDS } from '../../k6/lib/profiles.js';
import { PRECISION } from './capacity-search.js';
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
 * @param {import('../record/catalogue.js').Catalogue} catalogue
 * @returns {CapacityOptions}
 * @throws {import('../util/errors.js').UsageError} with one line that names the knob, its value and what is accepted
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
    ...trialOf(given),
  }));
}

/** @param {{ SLO_P99_MS?: string, RATE_SECONDS?: string }} given */
function trialOf(given) {
  const sloP99Ms = wholeNumber(given, 'SLO_P99_MS', USUAL_SLO_MS, 1, 60_000);
  const usual = Math.max(USUAL_TRIAL_SECONDS, RAMP_SECONDS + Math.ceil(sloP99Ms / 1000 / PRECISION));
  return { sloP99Ms, trialSeconds: wholeNumber(given, 'RATE_SECONDS', usual, RAMP_SECONDS + 2, 3600) };
}

/**
 * Of each second at a rate above the capacity, the part by which it lies above is added to the queue; until that is as long as the SLO allows, the
 * rate seems to hold.
 * @param {Pick<CapacityPlan, 'sloP99Ms' | 'trialSeconds'>} plan
 * @returns {string | null} a sentence for the reader where that is more than the search is exact to
 */
export function unseenOverload({ sloP99Ms, trialSeconds }) {
  const share = sloP99Ms / 1000 / (trialSeconds - RAMP_SECONDS);
  if (share <= PRECISION) return null;
  const percent = share < 1 ? `up to ${Math.round((1 / (1 - share) - 1) * 100)} % above` : 'however far above';
  return `with RATE_SECONDS=${trialSeconds} a rate ${percent} the capacity may seem to hold: its queue has no time to grow to the ${sloP99Ms} ms of the SLO`;
}
