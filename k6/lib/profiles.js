/**
 * The load profiles: staircases of virtual users (VUs). No k6 imports: the runner reads the same staircase.
 */
import { InputError, oneOf, wholeNumber } from './input.js';

/**
 * @typedef {import('./input.js').Env} Env
 * @typedef {{ vus: number, durationMs: number }} Stage
 * @typedef {{ rounds: number, warmupMinSeconds: number, warmupMaxSeconds: number, limitedWarmupMaxSeconds: number, steadyBursts: number, limitInTurn: boolean, freshJvms: boolean }} Defaults
 *   `warmupMinSeconds`: a warm-up that is steady before goes on until then; `warmupMaxSeconds`: one that has not become steady ends then;
 *   `limitedWarmupMaxSeconds`: the same where the target keeps its CPU limit meanwhile, as containers do; `steadyBursts`: as many of its
 *   bursts in a row have to be steady; `limitInTurn`: every other burst is under the CPU limit; `freshJvms`: every round has JVMs of its own
 * @typedef {{ profile: string, stages: Stage[] } & Defaults} Staircase
 * @typedef {{ vus: number[], stageSeconds: number } & Defaults} Profile
 */

/**
 * How long the last answers are waited for where requests pile up: 300 users of 1 s each on four event loops wait 75 s for their turn. An iteration
 * that k6 cuts short leaves no duration behind, and those cut short are the longest: mean, percentiles and Little's law would be of the lucky ones.
 */
export const BACKLOG_SECONDS = 120;
/**
 * In which an arrival rate is reached. At once, every user's first request and its new connection would fall into the same fifth of a second: that queue
 * alone left requests without a free user at rates that held afterwards.
 */
export const RAMP_SECONDS = 2;

/** @type {Record<string, Profile>} `vus`: the level of each stage */
export const profiles = {
  smoke: {
    vus: [10, 20],
    stageSeconds: 3,
    rounds: 1,
    warmupMinSeconds: 0,
    warmupMaxSeconds: 1,
    limitedWarmupMaxSeconds: 1,
    steadyBursts: 1,
    limitInTurn: false,
    freshJvms: false,
  },
  quick: {
    vus: [50, 150, 300],
    stageSeconds: 4,
    rounds: 2,
    warmupMinSeconds: 0,
    warmupMaxSeconds: 40,
    limitedWarmupMaxSeconds: 84,
    steadyBursts: 1,
    limitInTurn: false,
    freshJvms: false,
  },
  rigorous: {
    vus: [50, 150, 300],
    stageSeconds: 10,
    rounds: 10,
    warmupMinSeconds: 100,
    warmupMaxSeconds: 150,
    limitedWarmupMaxSeconds: 240,
    steadyBursts: 6,
    limitInTurn: true,
    freshJvms: true,
  },
  seed: {
    vus: levels(50, 50, 10),
    stageSeconds: 10,
    rounds: 1,
    warmupMinSeconds: 0,
    warmupMaxSeconds: 30,
    limitedWarmupMaxSeconds: 90,
    steadyBursts: 3,
    limitInTurn: false,
    freshJvms: false,
  },
};

const DEFAULT_PROFILE = 'quick';

// Far beyond what one machine can generate; they catch a slip of the finger before k6 allocates the VUs.
const MAX_VUS = 20_000;
const MAX_STAGES = 1_000;
const MAX_STAGE_SECONDS = 86_400;

/**
 * The staircase that PROFILE names, with VUS_START, VUS_STEP, STAGES and STAGE_SECONDS put in its place where given. Any of
 * the first three makes it arithmetic; what is not given of them is the profile's first level, first difference and count.
 *
 * @param {Env} env
 * @returns {Staircase}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function staircase(env) {
  const profile = oneOf(env, 'PROFILE', Object.keys(profiles), DEFAULT_PROFILE);
  const { vus, stageSeconds, ...defaults } = profiles[profile];
  const arithmetic = [env.VUS_START, env.VUS_STEP, env.STAGES].some((value) => value !== undefined);
  const durationMs = wholeNumber(env, 'STAGE_SECONDS', stageSeconds, 1, MAX_STAGE_SECONDS) * 1000;
  const stages = (arithmetic ? arithmeticLevels(env, vus) : vus).map((level) => ({ vus: level, durationMs }));
  return { profile, ...defaults, stages };
}

/**
 * @param {Env} env
 * @param {number[]} vus levels of the profile, at least two
 */
function arithmeticLevels(env, vus) {
  const start = wholeNumber(env, 'VUS_START', vus[0], 1, MAX_VUS);
  const step = wholeNumber(env, 'VUS_STEP', vus[1] - vus[0], 0, MAX_VUS);
  const count = wholeNumber(env, 'STAGES', vus.length, 1, MAX_STAGES);
  const last = start + step * (count - 1);
  if (last > MAX_VUS) {
    throw new InputError(
      `VUS_START=${start} VUS_STEP=${step} STAGES=${count}: the last stage has ${last} VUs; accepted are up to ${MAX_VUS}`,
    );
  }
  return levels(start, step, count);
}

/**
 * @param {number} start
 * @param {number} step
 * @param {number} count
 */
function levels(start, step, count) {
  return Array.from({ length: count }, (_, stage) => start + step * stage);
}
