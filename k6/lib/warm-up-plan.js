/** The warm-up before a load by hand: how long, with how many users, and when it is over. No k6 imports. */
import { isCompiling } from './compilers.js';
import { wholeNumber } from './input.js';
import { loadMetric } from './summary.js';

/**
 * @typedef {object} WarmUp of each target of a load, one after the other
 * @property {number} users each with one request under way
 * @property {number} maxSeconds after which it ends, warm or not
 *
 * @typedef {object} Look at a target that is warmed up
 * @property {number} ms since the start of its warm-up
 * @property {number} answers so far
 * @property {number | null} compilerMs that its compilers took so far; null where it does not report that
 */

/** Tag `name` of its requests. */
export const WARM_UP = 'warm-up';

/** On half a CPU a Spring service compiles for one to two minutes (docs/dev/evidence/warm-up.md#by-hand). */
const DEFAULT_SECONDS = 180;
const MAX_SECONDS = 600;
/** One VU of k6 sends all requests. More do not make it faster. */
const MAX_USERS = 500;

/** For k6's own start and the answers that setup() compares. */
const SETUP_SECONDS = 30;
/** k6's timeout of a request: the last answers may take so long. */
const LAST_ANSWERS_SECONDS = 60;

export const LOOK_EVERY_MS = 2000;
/** Compilers of a JVM that gets warm rest between two methods, hardly for so long. */
const QUIET_LOOKS = 4;
/**
 * So often a target must become warm, with new connections each time: HotSpot throws away code that was compiled before connections were closed and opened
 * (docs/dev/evidence/warm-up.md#a-load-that-begins).
 */
export const TIMES = 2;
/** Throughput of a new JVM rises in jumps, and other processes make it dip: a mean of fewer seconds would find an end between two jumps. */
const COMPARED_LOOKS = 4;
const RISE = 1.05;

/**
 * @param {{ leavesBacklog?: boolean, warmupVus: number }} scenario of the catalogue
 * @param {number} mostUsers of the load: code that waits for threads and connections does not run with fewer
 * @param {import('./input.js').Env} env
 * @returns {WarmUp | null} that of WARMUP; null for none
 * @throws {import('./input.js').InputError} one line that names the variable, its value and what is accepted
 */
export function warmUpOf({ leavesBacklog, warmupVus }, mostUsers, env) {
  const maxSeconds = wholeNumber(env, 'WARMUP', DEFAULT_SECONDS, 0, MAX_SECONDS);
  if (maxSeconds === 0) return null;
  return { users: leavesBacklog ? warmupVus : Math.min(mostUsers, MAX_USERS), maxSeconds };
}

/**
 * @param {import('k6/options').Options} options of the load
 * @param {WarmUp} warmUp
 * @param {{ name: string, targets: number }} load scenario, and number of its targets
 * @returns {import('k6/options').Options} those of the load after a warm-up
 */
export function withWarmUp(options, { users, maxSeconds }, { name, targets }) {
  return {
    ...options,
    setupTimeout: `${SETUP_SECONDS + (maxSeconds + LAST_ANSWERS_SECONDS) * targets}s`,
    // As many connections of its VU stay open. By default k6 keeps six, and would open one for almost every request.
    batch: users,
    batchPerHost: users,
    // k6 counts the load by itself if thresholds ask for it. These always pass.
    thresholds: {
      ...options.thresholds,
      [loadMetric('http_reqs', name)]: ['count>=0'],
      [loadMetric('http_req_duration', name)]: ['max>=0'],
    },
  };
}

/**
 * @param {Look[]} looks from the start of the warm-up, or of a part of it
 * @returns {boolean} did the compilers rest of late? Where the target does not report them, throughput tells
 */
export function isWarm(looks) {
  if (looks.every(({ compilerMs }) => compilerMs === null)) return hasSettled(looks);
  const [before, now] = [looks.at(-QUIET_LOOKS - 1), looks.at(-1)];
  if (before === undefined || now === undefined || before.compilerMs === null || now.compilerMs === null) return false;
  return !isCompiling((now.compilerMs - before.compilerMs) / (now.ms - before.ms));
}

/** @param {Look[]} looks @returns {boolean} has throughput stopped rising: is it hardly higher than in as many looks before? */
function hasSettled(looks) {
  const [from, middle, to] = [2 * COMPARED_LOOKS + 1, COMPARED_LOOKS + 1, 1].map((back) => looks.at(-back));
  if (from === undefined || middle === undefined || to === undefined) return false;
  return perMs(middle, to) <= RISE * perMs(from, middle);
}

/** @param {Look} before @param {Look} after */
function perMs(before, after) {
  return (after.answers - before.answers) / (after.ms - before.ms);
}
