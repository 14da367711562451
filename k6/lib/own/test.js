/**
 * The load of this project for a script that knows nothing of it: `make ab`. Its default function, setup(), teardown() and options stay as they are; what
 * makes load in its options is replaced, and so are its thresholds and its summary. The runner sets, beside the variables of load-test.js:
 *
 * ONLY      target that BASE_URL is; of BLOCKS this k6 has the slices of that one alone
 * BASE_URL  without a slash at its end
 * READY     path that answers when the target is ready
 * TRIAL     iterations of one user in place of a load; each answer is logged
 */
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Gauge } from 'k6/metrics';
import { readCatalogue } from '../catalogue.js';
import { InputError, wholeNumber } from '../input.js';
import { chooseLoad } from '../load.js';
import { log } from '../log.js';
import { checkLoad, waitForStart } from '../setup.js';
import { END_METRIC, START_METRIC, UNANSWERED_METRIC } from '../summary.js';
import { watchRequests } from './http.js';
import { ownOptions } from './options.js';

/**
 * @typedef {object} Script what it exports
 * @property {(data: unknown) => unknown} [default]
 * @property {import('k6/options').Options} [options]
 * @property {() => unknown} [setup]
 * @property {(data: unknown) => unknown} [teardown]
 *
 * @typedef {object} OwnTest
 * @property {import('k6/options').Options} options
 * @property {(handed: Handed) => unknown} iteration
 * @property {() => Promise<Handed>} setup
 * @property {(handed: Handed) => Promise<void>} teardown
 * @property {(data: unknown) => Record<string, string>} handleSummary
 *
 * @typedef {{ data: unknown }} Handed what the script's setup() has returned
 */

const MAX_TRIAL = 10_000;
/** Tag by which the output tells the requests of a load from those of setup() and teardown(), whatever names the script gives them. */
const LOAD_TAG = 'load';
const SETUP = 'setup';

const scenarioStartMs = new Gauge(START_METRIC);
const scenarioEndMs = new Gauge(END_METRIC);
const unanswered = new Counter(UNANSWERED_METRIC);

/**
 * @param {string} name of the scenario in the catalogue
 * @param {Script} script
 * @returns {OwnTest}
 * @throws {string} one line
 */
export function ownTest(name, script) {
  try {
    return createTest(name, script);
  } catch (error) {
    // k6 shows a thrown string as one line, but an Error with its stack trace.
    throw error instanceof InputError ? error.message : error;
  }
}

/** @param {string} name @param {Script} script @returns {OwnTest} */
function createTest(name, script) {
  const { ONLY, BASE_URL, READY = '/' } = __ENV;
  const run = script.default;
  if (typeof run !== 'function') throw new InputError('the script exports no default function');
  const trial = wholeNumber(__ENV, 'TRIAL', 0, 0, MAX_TRIAL);
  const { get } = http;
  const requests = watchRequests({ name: ONLY, baseUrl: BASE_URL, all: trial > 0 });
  const iteration = iterationOf(run, requests);
  const options = __VU > 0 ? {} : ownOptions(name, chosenLoad(name, trial), script.options ?? {}, __ENV, trial);
  const { scenarios = {}, thresholds = {} } = JSON.parse(JSON.stringify(options));
  return {
    iteration,
    options,
    async setup() {
      checkLoad(scenarios, thresholds);
      exec.vu.metrics.tags[LOAD_TAG] = SETUP;
      // Its time tells when the load begins, also where the script's own setup() sends nothing.
      get(BASE_URL + READY, { responseCallback: http.expectedStatuses({ min: 0, max: 599 }) });
      const startedMs = Date.now();
      const data = await script.setup?.();
      if (trial > 0) log.info(`setup ${Date.now() - startedMs} ms`);
      waitForStart(__ENV.START_AT === undefined ? undefined : wholeNumber(__ENV, 'START_AT', 0, 0, Number.MAX_SAFE_INTEGER));
      return { data };
    },
    async teardown({ data }) {
      scenarioEndMs.add(Date.now());
      exec.vu.metrics.tags[LOAD_TAG] = SETUP;
      await script.teardown?.(data);
    },
    handleSummary: (data) => (__ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : {}),
  };
}

/** @param {string} name @param {number} trial @returns {import('k6/options').Options | null} null of a trial */
function chosenLoad(name, trial) {
  return trial > 0 ? null : chooseLoad(name, readCatalogue(name), __ENV).options;
}

/** @param {(data: unknown) => unknown} run @param {ReturnType<typeof watchRequests>} requests @returns {OwnTest['iteration']} */
function iterationOf(run, { underWay }) {
  /** @type {typeof __ENV | null} */
  let environment = null;
  /** Of the slice before. @type {Record<string, string>} */
  let tags = {};
  return ({ data }) => {
    // k6 sets a new __ENV when it activates the VU for a slice (`VU.Activate` in its internal/js/runner.go).
    if (environment !== __ENV) {
      if (environment !== null && underWay()) unanswered.add(1, tags);
      environment = __ENV;
      tags = /** @type {Record<string, string>} */ ({ ...exec.vu.metrics.tags });
      // Of the whole load, of which this k6 may have later slices alone.
      if (exec.scenario.iterationInInstance === 0) scenarioStartMs.add(exec.scenario.startTime - Number(__ENV.START_SECOND) * 1000);
    }
    return run(data);
  };
}
