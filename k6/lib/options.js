/** The k6 options of every script. No k6 imports. */
import { sliceGracefulStop } from './blocks.js';
import { InputError, wholeNumber } from './input.js';
import { MAX_VUS, PATIENT_STOP_SECONDS, RAMP_SECONDS, gracefulStopSeconds } from './profiles.js';
import { sliceRequestsMetric } from './summary.js';
import { hasThresholds, thresholds } from './thresholds.js';

/** Request timeout where requests pile up. It is longer than k6 waits for them (BACKLOG_SECONDS), so that no request times out before. */
export const BACKLOG_TIMEOUT = '180s';
/** Longer than that timeout. */
const PATIENT_BACKLOG_STOP = '185s';

// Far beyond what one machine can generate: they catch typing errors.
const MAX_RATE = 1_000_000;
const MAX_RATE_SECONDS = 86_400;
const MAX_INSTANCES = 100;

/** A setup() that takes longer hangs: its requests end after 10 s. Where the instances agree on a START_AT, it waits for that. */
const SETUP_TIMEOUT = '30s';

/** @type {NonNullable<import('k6/options').Options['systemTags']>} */
const SYSTEM_TAGS = ['status', 'error_code', 'expected_response'];

/** @type {import('k6/options').Options} */
const COMMON_OPTIONS = {
  summaryTrendStats: ['count', 'min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
  maxRedirects: 0,
  userAgent: 'stackbench',
};

/**
 * @param {{ name: string, leavesBacklog?: boolean }} scenario in the catalogue
 * @param {string} target its name in the catalogue
 * @param {import('./profiles.js').Stage[]} stages
 * @param {import('./input.js').Env} env
 * @returns {import('k6/options').Options}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function loadOptions({ name, leavesBacklog = false }, target, stages, env) {
  const load = openLoad(env);
  const tags = { ...runTags(name, env), target };
  return {
    ...commonOptions(env),
    scenarios: {
      [name]: {
        ...(load ? arrivals(load) : staircaseOfUsers(stages)),
        gracefulStop: gracefulStop({ isOpen: load !== null, leavesBacklog, isPatient: hasThresholds(env) }),
        tags: { ...tags, name },
      },
    },
    tags,
    thresholds: thresholds(env),
  };
}

/** @param {import('./input.js').Env} env @returns {import('k6/options').Options} of every load */
export function commonOptions(env) {
  const shared = { ...COMMON_OPTIONS, ...segment(env), ...(env.START_AT === undefined && { setupTimeout: SETUP_TIMEOUT }) };
  if (!hasThresholds(env)) return { ...shared, systemTags: SYSTEM_TAGS, discardResponseBodies: true };
  // Answers are compared by sample. Keeping the bodies costs k6 nothing that shows. Checks without a name are missing in the
  // machine-readable summary.
  return { ...shared, systemTags: [...SYSTEM_TAGS, 'check'] };
}

/**
 * The part of the load that this k6 has, if several share it: what `--execution-segment` says, for those who start the instances by number,
 * such as an Indexed Job of Kubernetes, which cannot compute.
 *
 * @param {import('./input.js').Env} env
 * @returns {Pick<import('k6/options').Options, 'executionSegment' | 'executionSegmentSequence'>}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
function segment(env) {
  const instances = wholeNumber(env, 'INSTANCES', 1, 1, MAX_INSTANCES);
  if (env.INSTANCE === undefined && instances > 1) {
    throw new InputError(`INSTANCE is missing: give -e INSTANCE=<0 to ${instances - 1}>, another one to each k6`);
  }
  const instance = wholeNumber(env, 'INSTANCE', 0, 0, instances - 1);
  if (instances === 1) return {};
  const bounds = Array.from({ length: instances + 1 }, (_, index) =>
    index % instances ? `${index}/${instances}` : String(index / instances),
  );
  return { executionSegment: `${bounds[instance]}:${bounds[instance + 1]}`, executionSegmentSequence: bounds.join(',') };
}

/** @param {{ isOpen: boolean, leavesBacklog: boolean, isPatient: boolean }} load */
function gracefulStop({ isOpen, leavesBacklog, isPatient }) {
  if (isPatient && leavesBacklog) return PATIENT_BACKLOG_STOP;
  return `${isPatient || isOpen ? PATIENT_STOP_SECONDS : gracefulStopSeconds({ leavesBacklog })}s`;
}

/**
 * Every slice is a scenario of its own. Their times do not overlap, so that all have the same VUs and connections. Of one with a rate, requests start at that,
 * and the users of a slice are the most that are in flight.
 *
 * @param {{ name: string, rate?: number }} scenario in the catalogue
 * @param {import('./blocks.js').Sequence} sequence
 * @param {import('./input.js').Env} env
 * @returns {import('k6/options').Options}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function sequenceOptions({ name, rate }, { slices, sliceSeconds, gapSeconds }, env) {
  const tags = runTags(name, env);
  const stop = sliceGracefulStop(gapSeconds);
  const lastStop = hasThresholds(env) ? `${PATIENT_STOP_SECONDS}s` : stop;
  /** @param {import('./blocks.js').Slice} slice @returns {import('k6/options').Scenario} */
  const load = ({ slice, target, vus, startSecond }) => ({
    ...(rate === undefined
      ? { executor: 'constant-vus', vus }
      : { executor: 'constant-arrival-rate', rate, timeUnit: '1s', preAllocatedVUs: vus, maxVUs: vus }),
    startTime: `${startSecond}s`,
    duration: `${sliceSeconds}s`,
    gracefulStop: slice === slices[slices.length - 1].slice ? lastStop : stop,
    env: { TARGET: target },
    tags: { ...tags, name, target, slice: String(slice) },
  });
  return {
    ...commonOptions(env),
    scenarios: Object.fromEntries(slices.map((slice) => [`slice-${slice.slice}`, load(slice)])),
    tags,
    thresholds: {
      ...thresholds(env),
      // k6 counts by tag if a threshold asks for it. These always pass. One costs k6 about 0.04 % of its CPU time per request.
      ...Object.fromEntries(slices.map(({ slice }) => [sliceRequestsMetric(slice), ['count>=0']])),
    },
  };
}

/**
 * k6 replaces the run's tags by those of `--tag` and K6_TAGS (`Options.Apply` in its lib/options.go), but adds those of a scenario to them.
 * So the scenarios have these too.
 *
 * @param {string} scenario
 * @param {import('./input.js').Env} env
 */
export function runTags(scenario, env) {
  return { run: runName(env), scenario, round: String(wholeNumber(env, 'ROUND', 1, 0, 1_000_000)) };
}

/**
 * The open model, if RATE is given: requests start at that rate, however long the answers take.
 *
 * @param {import('./input.js').Env} env
 * @returns {{ rate: number, seconds: number, vus: number } | null} `seconds` include the ramp; a request is dropped if `vus` are in flight
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function openLoad(env) {
  if (env.RATE === undefined) return null;
  const rate = wholeNumber(env, 'RATE', 1, 1, MAX_RATE);
  const seconds = wholeNumber(env, 'RATE_SECONDS', 10, RAMP_SECONDS + 1, MAX_RATE_SECONDS);
  // Enough for answers that take 200 ms on average.
  const defaultVus = Math.min(MAX_VUS, Math.max(50, Math.ceil(rate / 5)));
  return { rate, seconds, vus: wholeNumber(env, 'RATE_VUS', defaultVus, 1, MAX_VUS) };
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
 * The closed loop without think time: each of a stage's users sends its next request as soon as the last one is answered.
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
