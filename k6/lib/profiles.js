/** The load profiles: staircases of virtual users (VUs). No k6 imports: the runner reads the same staircase. */
import { InputError, oneOf, wholeNumber } from './input.js';

/**
 * @typedef {{ vus: number, durationMs: number }} Stage
 * @typedef {{ profile: string, stages: Stage[] } & Defaults} Staircase
 * @typedef {{ vus: number[], stageSeconds: number } & Defaults} Profile `vus`: the level of each stage
 *
 * @typedef {object} Defaults
 * @property {number | null} rounds each with JVMs of its own; null: as many as its budget allows
 * @property {number} blocks of each scenario in the first round
 * @property {number} sliceSeconds
 * @property {number | null} budgetMinutes
 * @property {number | null} halfWidth share within which every interval of throughput is to be known
 * @property {number} warmupMaxSeconds of load on a target, for each scenario, warm or not
 * @property {number} steadyBursts a warm-up ends when the JIT compilers were quiet in so many slices in a row
 * @property {boolean} limitInTurn these slices are under the CPU limit
 */

/**
 * How long k6 waits for the last answers where requests pile up: 300 users that each block one of four event loops for 1 s take 75 s.
 * k6 records no duration for an iteration that it cuts short. Those are the longest, so mean, percentiles and Little's law would lack them.
 */
export const BACKLOG_SECONDS = 120;
/** How long requests in flight may take after the last stage. They are counted, but belong to no stage. */
const GRACEFUL_STOP_SECONDS = 5;
/**
 * The same where every request is to be answered or to fail: longer than k6's request timeout of 60 s, and than any answer that `make
 * capacity` accepts (SLO_P99_MS is at most 60 s). Requests that k6 cuts off are in none of its counts.
 */
export const PATIENT_STOP_SECONDS = 65;
/**
 * Length of the ramp to an arrival rate. Without it, the first requests of all users and their new connections fall into the same 200 ms:
 * that queue alone made k6 drop requests at rates that the target sustained afterwards.
 */
export const RAMP_SECONDS = 2;

/** @type {Record<string, Profile>} */
export const profiles = {
  smoke: {
    vus: [10, 20],
    stageSeconds: 3,
    rounds: 1,
    blocks: 1,
    sliceSeconds: 3,
    budgetMinutes: null,
    halfWidth: null,
    warmupMaxSeconds: 2,
    steadyBursts: 1,
    limitInTurn: false,
  },
  quick: {
    vus: [50, 150, 300],
    stageSeconds: 3,
    rounds: null,
    blocks: 1,
    sliceSeconds: 5,
    budgetMinutes: 40,
    halfWidth: 0.1,
    warmupMaxSeconds: 60,
    steadyBursts: 2,
    limitInTurn: true,
  },
  rigorous: {
    vus: [50, 150, 300],
    stageSeconds: 10,
    rounds: null,
    blocks: 4,
    sliceSeconds: 5,
    budgetMinutes: 180,
    halfWidth: 0.05,
    warmupMaxSeconds: 120,
    steadyBursts: 4,
    limitInTurn: true,
  },
  seed: {
    vus: levels(50, 50, 10),
    stageSeconds: 10,
    rounds: 3,
    blocks: 2,
    sliceSeconds: 5,
    budgetMinutes: null,
    halfWidth: null,
    warmupMaxSeconds: 60,
    steadyBursts: 2,
    limitInTurn: true,
  },
};

const DEFAULT_PROFILE = 'quick';

// Far beyond what one machine can generate: they catch typing errors before k6 allocates the VUs.
export const MAX_VUS = 20_000;
const MAX_STAGES = 1_000;
const MAX_STAGE_SECONDS = 86_400;

/**
 * @param {{ leavesBacklog?: boolean }} scenario in the catalogue
 * @returns {number} seconds that k6 waits at most for the last answers of a staircase
 */
export function gracefulStopSeconds({ leavesBacklog = false }) {
  return leavesBacklog ? BACKLOG_SECONDS : GRACEFUL_STOP_SECONDS;
}

/**
 * The staircase of PROFILE, overridden by VUS_START, VUS_STEP, STAGES and STAGE_SECONDS. Any of the first three makes the levels
 * evenly spaced; the others default to the profile's first level, first step and number of stages.
 *
 * @param {import('./input.js').Env} env
 * @returns {Staircase}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function staircase(env) {
  const profile = oneOf(env, 'PROFILE', Object.keys(profiles), DEFAULT_PROFILE);
  const { vus, stageSeconds, ...defaults } = profiles[profile];
  const evenlySpaced = [env.VUS_START, env.VUS_STEP, env.STAGES].some((value) => value !== undefined);
  const durationMs = wholeNumber(env, 'STAGE_SECONDS', stageSeconds, 1, MAX_STAGE_SECONDS) * 1000;
  const stages = (evenlySpaced ? evenLevels(env, vus) : vus).map((level) => ({ vus: level, durationMs }));
  return { profile, ...defaults, stages };
}

/** @param {import('./input.js').Env} env @param {number[]} vus levels of the profile, at least two */
function evenLevels(env, vus) {
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

/** @param {number} start @param {number} step @param {number} count */
function levels(start, step, count) {
  return Array.from({ length: count }, (_, stage) => start + step * stage);
}
