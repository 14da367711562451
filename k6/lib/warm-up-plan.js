/** The warm-up before a load by hand: how long, with how many users, and when it is over. No k6 imports. */
import { wholeNumber } from './input.js';
import { loadMetric } from './summary.js';

/**
 * @typedef {object} WarmUp of each target of a load, one after the other
 * @property {number} users each with one request under way
 * @property {number} maxSeconds after which it ends, warm or not
 */

/** Tag `name` of its requests. */
export const WARM_UP = 'warm-up';

const DEFAULT_SECONDS = 30;
const MAX_SECONDS = 600;
/** One VU of k6 sends all requests. More do not make it faster. */
const MAX_USERS = 500;

/** For k6's own start and the answers that setup() compares. */
const SETUP_SECONDS = 30;
/** k6's timeout of a request: the last answers may take so long. */
const LAST_ANSWERS_SECONDS = 60;

/** Throughput of a new JVM rises in jumps, and other processes make it dip: a mean of fewer seconds would find an end between two jumps. */
const COMPARED_SECONDS = 8;
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
 * @param {(number | undefined)[]} answers by second, from the first one
 * @param {number} seconds that are complete
 * @returns {boolean} has throughput stopped rising: is it hardly higher than in as many seconds before?
 */
export function hasSettled(answers, seconds) {
  const middle = seconds - COMPARED_SECONDS;
  const from = middle - COMPARED_SECONDS;
  return from >= 0 && sum(answers.slice(middle, seconds)) <= RISE * sum(answers.slice(from, middle));
}

/** @param {(number | undefined)[]} numbers @returns {number} */
function sum(numbers) {
  return numbers.reduce((/** @type {number} */ total, number = 0) => total + number, 0);
}
