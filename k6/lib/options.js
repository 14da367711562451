/** k6 options of every script. No k6 imports. */
import { InputError, wholeNumber } from './input.js';
import { BACKLOG_SECONDS, RAMP_SECONDS } from './profiles.js';

/** Requests in flight when the last stage ends get this long; they are counted, but belong to no stage. */
const GRACEFUL_STOP = '5s';
/** Of the open model: longer than any answer that `make capacity` lets hold (SLO_P99_MS is 60 s at most); nobody waits where all are answered. */
const OPEN_GRACEFUL_STOP = '65s';
/** Of a request where they pile up (BACKLOG_SECONDS): longer than k6 waits for it, so that it ends with an answer or is counted as unanswered. */
export const BACKLOG_TIMEOUT = '180s';

// Far beyond what one machine can generate; they catch a slip of the finger.
const MAX_RATE = 1_000_000;
const MAX_RATE_SECONDS = 86_400;
const MAX_VUS = 20_000;

/**
 * @param {{ name: string, leavesBacklog?: boolean }} scenario of the catalogue
 * @param {string} target name in the catalogue
 * @param {import('./profiles.js').Stage[]} stages
 * @param {import('./input.js').Env} env
 * @returns {import('k6/options').Options}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function loadOptions({ name, leavesBacklog = false }, target, stages, env) {
  const load = openLoad(env);
  return {
    scenarios: {
      [name]: {
        ...(load ? arrivals(load) : staircaseOfUsers(stages)),
        gracefulStop: load ? OPEN_GRACEFUL_STOP : leavesBacklog ? `${BACKLOG_SECONDS}s` : GRACEFUL_STOP,
        tags: { name },
      },
    },
    tags: { run: runName(env), target, scenario: name, round: String(wholeNumber(env, 'ROUND', 1, 0, 1_000_000)) },
    systemTags: ['status', 'error_code', 'expected_response'],
    summaryTrendStats: ['count', 'min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    discardResponseBodies: true,
    maxRedirects: 0,
    userAgent: 'stackbench',
  };
}

/**
 * The open model, where RATE is given: requests begin at that rate, however long the answers take.
 *
 * @param {import('./input.js').Env} env
 * @returns {{ rate: number, seconds: number, vus: number } | null} `seconds` with the ramp; `vus`: a request that finds none of them free is dropped
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function openLoad(env) {
  if (env.RATE === undefined) return null;
  const rate = wholeNumber(env, 'RATE', 1, 1, MAX_RATE);
  const seconds = wholeNumber(env, 'RATE_SECONDS', 10, RAMP_SECONDS + 1, MAX_RATE_SECONDS);
  // Enough for answers that take 200 ms on average.
  const usual = Math.min(MAX_VUS, Math.max(50, Math.ceil(rate / 5)));
  return { rate, seconds, vus: wholeNumber(env, 'RATE_VUS', usual, 1, MAX_VUS) };
}

/** @param {{ rate: number, seconds: number, vus: number }} load @returns {import('k6/options').RampingArrivalRateScenario} */
function arrivals({ rate, seconds, vus }) {
  const stages = [
    { duration: `${RAMP_SECONDS}s`, target: rate },
    { duration: `${seconds - RAMP_SECONDS}s`, target: rate },
  ];
  return { executor: 'ramping-arrival-rate', startRate: 0, timeUnit: '1s', stages, preAllocatedVUs: vus, maxVUs: vus };
}

/**
 * The closed loop without think time: as many users as the stage says, each sending its next request when the last is answered.
 *
 * @param {import('./profiles.js').Stage[]} stages
 * @returns {import('k6/options').RampingVUsScenario}
 */
function staircaseOfUsers(stages) {
  return { executor: 'ramping-vus', startVUs: stages[0].vus, stages: stages.flatMap(jumpAndPlateau) };
}

/** @param {import('./profiles.js').Stage} stage */
function jumpAndPlateau({ vus, durationMs }) {
  return [
    { duration: '0s', target: vus },
    { duration: `${durationMs}ms`, target: vus },
  ];
}

/** @param {import('./input.js').Env} env */
function runName({ RUN = 'manual' }) {
  if (!/^[\w.-]+$/.test(RUN)) throw new InputError(`RUN=${RUN}: accepted are letters, digits, '_', '.' and '-'`);
  return RUN;
}
