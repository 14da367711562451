/**
 * What the scripts share: the load of virtual users (VUs), the check before it, and the summary.
 *
 *   k6 run k6/<scenario>.js -e TARGET=<target> [-e NAME=value …]
 *   k6 run k6/<scenario>.js -e BLOCKS='<target>,<target>;…' [-e NAME=value …]
 *
 * TARGET         required         a target of catalogue.json; it must be up
 * PROFILE        quick            load profile: smoke, quick, rigorous or seed (profiles.js)
 * VUS_START      from the profile VUs of the first stage
 * VUS_STEP       from the profile VUs added by every further stage; 0 for none
 * STAGES         from the profile number of stages
 * STAGE_SECONDS  from the profile length of a stage
 * RATE           none             requests started per second: the open model, instead of the staircase of VUs
 * RATE_SECONDS   10               length of the open model's load; the first 2 s ramp up from 0
 * RATE_VUS       RATE / 5         most requests in flight in the open model, at least 50; further requests are dropped
 * BLOCKS         none             targets that get a slice of load each, in turn: ',' between targets, ';' between blocks. It replaces
 *                                 TARGET, the staircase and the open model
 * BLOCK_VUS      last of profile  VUs of every slice
 * SLICE_SECONDS  5                length of a slice
 * TARGET_HOST    127.0.0.1        host or host:port of the target; {target} stands for its name
 * RUN            manual           tag `run` of every metric
 * ROUND          1                tag `round` of every metric; 0 is a warm-up
 * SUMMARY        none             file for k6's summary data, as JSON
 * CATALOGUE      the checkout's   another catalogue.json, by its absolute path
 */
import { Gauge } from 'k6/metrics';
import { readCatalogue } from './catalogue.js';
import { InputError } from './input.js';
import { iterationOf } from './iteration.js';
import { chooseLoad } from './load.js';
import { checkAnswers, checkLoad, waitForWholeSecond } from './setup.js';
import { END_METRIC, summaryText } from './summary.js';

/**
 * @typedef {object} LoadTest
 * @property {(send: (baseUrl: string) => import('k6/http').Response) => () => void} iteration makes the script's default function from one
 *   that sends its request; the target's base URL has no slash at its end
 * @property {import('k6/options').Options} options
 * @property {() => void} setup aborts the test unless k6 runs the script's load and all targets give the catalogue's answers
 * @property {() => void} teardown
 * @property {(data: unknown) => Record<string, string>} handleSummary
 */

const scenarioEndMs = new Gauge(END_METRIC);

/**
 * @param {string} name of a scenario in the catalogue
 * @returns {LoadTest}
 * @throws {string} one line, for input that the script cannot use
 */
export function loadTest(name) {
  try {
    return createLoadTest(name);
  } catch (error) {
    // k6 shows a thrown string as one line, but an Error with its stack trace.
    throw error instanceof InputError ? error.message : error;
  }
}

/**
 * @param {string} name of a scenario
 * @returns {LoadTest}
 */
function createLoadTest(name) {
  const entry = readCatalogue(name);
  const { cases, expect } = entry.scenario;
  const { targets, options, plan } = chooseLoad(name, entry, __ENV);
  // Read here, because k6 later replaces these options by those that it runs (`manipulateOptions` in its internal/js/bundle.go).
  const executors = Object.entries(options.scenarios ?? {}).map(([key, { executor }]) => ({ key, executor }));
  return {
    iteration: (send) => iterationOf(send, targets),
    options,
    setup() {
      checkLoad(executors);
      for (const target of targets) checkAnswers(cases, target);
      waitForWholeSecond();
    },
    teardown: reportEnd,
    handleSummary: (data) => summaryFiles(data, { ...plan, setupRequests: cases.length * targets.length, statuses: expect.statuses }),
  };
}

/**
 * For teardown(), which k6 runs when the last iteration has ended, also in an interrupted run. handleSummary() would be too late: by then
 * the outputs have written their last samples, and after an interruption its run time is too long (`Run` in k6's
 * internal/execution/scheduler.go).
 */
function reportEnd() {
  scenarioEndMs.add(Date.now());
}

/**
 * @param {unknown} data
 * @param {Omit<Parameters<typeof summaryText>[1], 'nowMs'>} plan
 */
function summaryFiles(data, plan) {
  /** @type {Record<string, string>} */
  const files = { stdout: summaryText(data, { ...plan, nowMs: Date.now() }) };
  if (__ENV.SUMMARY) files[__ENV.SUMMARY] = JSON.stringify(data);
  return files;
}
