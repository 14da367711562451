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
 *                                 TARGET, the staircase and the open model. '50:' before a block: its VUs
 * BLOCK_VUS      last of profile  VUs of the other slices
 * SLICE_SECONDS  5                length of a slice
 * TARGET_HOST    127.0.0.1        host or host:port of the target; {target} stands for its name
 * WARMUP         180              longest warm-up of a target before the load, in seconds: it ends when its compilers rest; 0 for none.
 *                                 Several k6 that share the load leave it out
 * INSTANCES      1                k6 processes that share the load, each a part of the users or of the rate
 * INSTANCE       0                which of them this one is, from 0
 * START_AT       none             when all of them begin, in epoch milliseconds; by default on the whole second after the check
 * RUN            manual           tag `run` of every metric
 * ROUND          1                tag `round` of every metric; 0 is a warm-up
 * SUMMARY        none             file for k6's summary data, as JSON
 * THRESHOLDS     on               k6 ends with 99 if a request failed or was not answered, or an answer was wrong (by sample); off: with 0
 * CATALOGUE      the checkout's   another catalogue.json, by its absolute path
 */
import exec from 'k6/execution';
import { Gauge } from 'k6/metrics';
import { readCatalogue } from './catalogue.js';
import { InputError, wholeNumber } from './input.js';
import { iterationOf } from './iteration.js';
import { chooseLoad, targetsOfLoad } from './load.js';
import { checkAnswers, checkLoad, waitForStart } from './setup.js';
import { END_METRIC, summaryText } from './summary.js';
import { hasThresholds } from './thresholds.js';
import { warmUpTarget } from './warm-up.js';

/**
 * @typedef {object} LoadTest
 * @property {(send: (baseUrl: string) => import('k6/http').Response) => (isSetUp: unknown) => void} iteration makes the script's default
 *   function from one that sends its request; the target's base URL has no slash at its end
 * @property {import('k6/options').Options} options
 * @property {() => Promise<boolean>} setup aborts the test unless k6 runs the script's load and all targets give the catalogue's answers, then warms
 *   them up; k6 hands its result to every iteration
 * @property {() => void} teardown
 * @property {(data: unknown) => Record<string, string>} handleSummary
 */

const scenarioEndMs = new Gauge(END_METRIC);

/** What the script of a user exports beside its iteration: k6 calls none of it. @type {Omit<LoadTest, 'iteration'>} */
const NOTHING_ELSE = { options: {}, setup: async () => true, teardown() {}, handleSummary: () => ({}) };

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

/** @param {string} name of a scenario @returns {LoadTest} */
function createLoadTest(name) {
  const entry = readCatalogue(name);
  const { cases, expect, places } = entry.scenario;
  const iterationOn =
    (/** @type {import('./target.js').Target[]} */ targets) => (/** @type {Parameters<LoadTest['iteration']>[0]} */ send) =>
      iterationOf(send, targets, hasThresholds(__ENV) ? cases : []);
  // k6 takes the options from the first run of this file, and runs it again for each user: 300 users planned the load of 120 slices for 5 s.
  if (__VU > 0) return { ...NOTHING_ELSE, iteration: iterationOn(targetsOfLoad(entry, __ENV)) };
  const { targets, options, plan, warmUp } = chooseLoad(name, entry, __ENV);
  // Copied here, because k6 later replaces these options by those that it runs (`manipulateOptions` in its internal/js/bundle.go).
  const { scenarios, thresholds } = JSON.parse(JSON.stringify(options));
  const tags = { ...options.tags };
  const startAtMs = __ENV.START_AT === undefined ? undefined : wholeNumber(__ENV, 'START_AT', 0, 0, Number.MAX_SAFE_INTEGER);
  if (__ENV.SUMMARY !== undefined) checkSummaryFile(__ENV.SUMMARY);
  return {
    iteration: iterationOn(targets),
    options,
    async setup() {
      checkLoad(scenarios, thresholds);
      for (const target of targets) checkAnswers(cases, target, tags);
      // Warm-ups end when they will, but those that share a load begin it together.
      if (warmUp !== null && !exec.test.options.executionSegment) {
        for (const target of targets) await warmUpTarget(target, entry.scenario, warmUp, tags);
      }
      waitForStart(startAtMs);
      return true;
    },
    teardown: () => reportEnd(tags),
    handleSummary(data) {
      const setupRequests = cases.length * targets.length;
      return summaryFiles(data, { ...plan, setupRequests, statuses: expect.statuses, places });
    },
  };
}

/**
 * k6 writes this file when the load is over. If it cannot, it logs an error and ends with 0. A script can only read, so it sees whether the
 * folder exists; not that of a relative path, which open() would resolve against the script.
 *
 * @param {string} file value of SUMMARY
 * @throws {InputError} one line
 */
function checkSummaryFile(file) {
  const isAbsolute = file.startsWith('/');
  const folder = file.replace(/[^/]*$/, '');
  if (file === folder || (isAbsolute && openError(file).includes('directories'))) {
    throw new InputError(`SUMMARY=${file}: accepted is a file, this is a folder`);
  }
  if (isAbsolute && /no such file|not a directory/.test(openError(folder))) {
    throw new InputError(`SUMMARY=${file}: accepted is a file in a folder that exists`);
  }
}

/** @param {string} path @returns {string} why k6 cannot read it; empty if it can */
function openError(path) {
  try {
    open(path);
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * For teardown(), which k6 runs when the last iteration has ended, also in an interrupted run. handleSummary() would be too late: by then
 * the outputs have written their last samples, and after an interruption its run time is too long (`Run` in k6's
 * internal/execution/scheduler.go).
 *
 * @param {Record<string, string>} tags of the run
 */
function reportEnd(tags) {
  scenarioEndMs.add(Date.now(), tags);
}

/** @param {unknown} data @param {Omit<Parameters<typeof summaryText>[1], 'nowMs'>} plan */
function summaryFiles(data, plan) {
  /** @type {Record<string, string>} */
  const files = { stdout: summaryText(data, { ...plan, nowMs: Date.now() }) };
  if (__ENV.SUMMARY) files[__ENV.SUMMARY] = JSON.stringify(data);
  return files;
}
