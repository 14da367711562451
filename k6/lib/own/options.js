/** The options of a script that knows nothing of this project, with the load of this project. No k6 imports. */
import { runTags } from '../options.js';
import { ofSlice } from '../summary.js';

/**
 * What a trial logs of a request (http.js). `url`: without the base URL; whole where the request went elsewhere; `sent`: digest of the request's body; `type`:
 * content type; `length` of the body: in bytes, or in characters of a text; `hash`: digest of the body; '' where k6 discards it
 * @typedef {{ method: string, url: string, sent: string, status: number, type: string, length: number, hash: string }} Answer
 */

/** What makes load, or ends k6 for what the runner judges itself. */
export const REPLACED = /** @type {const} */ ([
  'scenarios',
  'vus',
  'duration',
  'stages',
  'iterations',
  'rps',
  'thresholds',
  'executionSegment',
  'executionSegmentSequence',
  'noSetup',
  'noTeardown',
  'paused',
]);

/** Fewer tags, fewer time series: k6 would keep one for each URL. */
const SYSTEM_TAGS = /** @type {import('k6/options').Options['systemTags']} */ ([
  'status',
  'error_code',
  'expected_response',
  'check',
  'group',
]);
const TRIAL_SECONDS = 60;

/** @typedef {import('k6/options').Options} Options */

/**
 * @param {string} name of the scenario
 * @param {Options | null} load options with the load; null: a trial
 * @param {Options} own those of the script
 * @param {Record<string, string | undefined>} env
 * @param {number} trial its iterations
 * @returns {Options}
 */
export function ownOptions(name, load, own, env, trial) {
  const kept = Object.fromEntries(Object.entries(own).filter(([option]) => !REPLACED.some((each) => each === option)));
  const tags = { ...own.tags, ...runTags(name, env), target: String(env.ONLY), load: name };
  const { scenarios = trialOf(trial), thresholds = {}, summaryTrendStats } = load ?? {};
  return {
    ...kept,
    systemTags: SYSTEM_TAGS,
    ...(summaryTrendStats && { summaryTrendStats }),
    scenarios: Object.fromEntries(Object.entries(scenarios).map(([each, scenario]) => [each, tagged(scenario, tags)])),
    tags,
    thresholds: { ...thresholds, ...countedBySlice(scenarios) },
  };
}

/**
 * Thresholds that always pass: k6 then counts by slice what has failed beside requests.
 * @param {NonNullable<Options['scenarios']>} scenarios
 * @returns {Record<string, string[]>}
 */
function countedBySlice(scenarios) {
  const slices = Object.values(scenarios).flatMap(({ tags }) => (tags?.slice === undefined ? [] : [Number(tags.slice)]));
  return Object.fromEntries(
    slices.flatMap((slice) => [
      [ofSlice('checks', slice), ['rate>=0']],
      // Those that k6 drops have no tags of the slice.
      [ofSlice('iterations', slice), ['count>=0']],
    ]),
  );
}

/** @param {any} scenario @param {Record<string, string>} tags @returns {any} the same with these tags, and with the second of the load in which it begins */
function tagged(scenario, tags) {
  const others = Object.fromEntries(Object.entries(scenario.tags ?? {}).filter(([tag]) => tag !== 'name'));
  const env = { ...scenario.env, START_SECOND: String(parseFloat(scenario.startTime ?? '0')) };
  return { ...scenario, env, tags: { ...tags, ...others } };
}

/** @param {number} iterations @returns {NonNullable<Options['scenarios']>} */
function trialOf(iterations) {
  return { trial: { executor: 'per-vu-iterations', vus: 1, iterations, maxDuration: `${TRIAL_SECONDS}s` } };
}
