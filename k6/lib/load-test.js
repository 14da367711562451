/**
 * A staircase of virtual users on one endpoint of one target: all that the scripts have in common.
 *
 *   k6 run k6/<scenario>.js -e TARGET=<target> [-e NAME=value …]
 *
 * TARGET         required     a target of catalogue.json; it must be up
 * PROFILE        quick        load profile: smoke, quick, rigorous or seed (profiles.js)
 * VUS_START      profile's    VUs of the first stage
 * VUS_STEP       profile's    VUs that every further stage adds, 0 for none
 * STAGES         profile's    number of stages
 * STAGE_SECONDS  profile's    length of a stage
 * RATE           none         requests that begin in each second, in place of the staircase: the open model
 * RATE_SECONDS   10           for how long; its first 2 s are a ramp from 0
 * RATE_VUS       RATE / 5     requests that may be under way at a time, 50 at least; what finds no room is dropped
 * TARGET_HOST    127.0.0.1    host, or host:port, of the target; {target} stands for its name
 * RUN            manual       tag `run` of every metric
 * ROUND          1            tag `round` of every metric; 0: a warm-up
 * SUMMARY        none         file for k6's summary data, as JSON
 * CATALOGUE      the checkout's  another catalogue.json, by its absolute path
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Gauge } from 'k6/metrics';
import { difference } from './answer.js';
import { readCatalogue } from './catalogue.js';
import { secondsToWholeSecond } from './clock.js';
import { InputError } from './input.js';
import { BACKLOG_TIMEOUT, loadOptions, openLoad } from './options.js';
import { RAMP_SECONDS, staircase } from './profiles.js';
import { urlSource } from './request.js';
import { END_METRIC, START_METRIC, answersMetric, summaryText } from './summary.js';
import { chooseTarget } from './target.js';

/**
 * @typedef {import('./catalogue.js').Scenario} Scenario
 * @typedef {import('./target.js').Target} Target
 * @typedef {object} LoadTest
 * @property {import('k6/options').Options} options
 * @property {() => void} verify for `setup()`: aborts the test unless the load is the script's and the target answers what the catalogue expects
 * @property {() => void} request one iteration
 * @property {() => void} reportEnd for `teardown()`
 * @property {(data: unknown) => Record<string, string>} summarise for `handleSummary()`
 */

const SETUP_TIMEOUT = '10s';

/** A target that is gone answers at once, with a refusal: without a pause every VU would become a hot loop. */
const PAUSE_SECONDS = 1;
const FAILURES_UNTIL_ABORT = 5;

/** Error codes of a request and of a connection that timed out: signs of a busy target, not of one that is gone. */
const TIMEOUTS = [1050, 1211];

const scenarioStartMs = new Gauge(START_METRIC);
const scenarioEndMs = new Gauge(END_METRIC);

/**
 * @param {string} name of a scenario of the catalogue
 * @returns {LoadTest}
 * @throws {string} one line, for input that cannot be used
 */
export function loadTest(name) {
  try {
    const { scenario, targets } = readCatalogue(name);
    const target = chooseTarget(targets, __ENV);
    const { profile, stages } = staircase(__ENV);
    const open = openLoad(__ENV);
    const plan = {
      title: `${name} on ${target.name}, ${open ? 'open model' : profile}`,
      load: open ? `${open.rate} requests/s after a ramp of ${RAMP_SECONDS} s` : `${stages.map(({ vus }) => vus).join(', ')} VUs`,
      seconds: open ? open.seconds : stages.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
      closedLoop: open === null,
      setupRequests: scenario.cases.length,
      statuses: scenario.expect.statuses,
    };
    const options = loadOptions({ name, leavesBacklog: scenario.leavesBacklog }, target.name, stages, __ENV);
    const executor = options.scenarios?.[name].executor;
    http.setResponseCallback(http.expectedStatuses(...(scenario.expect.statuses ?? [scenario.expect.status])));
    return {
      options,
      verify() {
        refuseOtherLoad(name, executor);
        verify(scenario, target);
      },
      request: requester(scenario, target),
      reportEnd,
      summarise: (data) => summarise(data, plan),
    };
  } catch (error) {
    // k6 shows a thrown string as one line, and an Error with its stack trace.
    throw error instanceof InputError ? error.message : error;
  }
}

/**
 * Flags and variables of k6 that say how long or how often drop the script's scenarios (`Options.Apply` in its lib/options.go), or their executors
 * (--once, https://github.com/grafana/k6/issues/5791), with a warning at most: the summary would be of a load that nobody sent.
 *
 * @param {string} name of the scenario
 * @param {string | undefined} executor the script's, read before k6 puts its own options in their place (`manipulateOptions` in its internal/js/bundle.go)
 */
function refuseOtherLoad(name, executor) {
  const { scenarios } = exec.test.options;
  if (!scenarios || scenarios[name]?.executor === executor) return;
  exec.test.abort(
    '--duration, --iterations, --stage, --once and their K6_ variables replace the load: use -e VUS_START, STAGES, STAGE_SECONDS or RATE',
  );
}

/**
 * Sends the catalogue's cases, then waits for a whole second, so that stages begin on one.
 *
 * @param {Scenario} scenario
 * @param {Target} target
 */
function verify(scenario, target) {
  for (const { request, response } of scenario.cases) {
    const answer = http.request(request.method, target.baseUrl + request.path, request.body ?? null, {
      headers: request.headers ?? {},
      tags: { name: 'setup' },
      responseType: 'text',
      responseCallback: http.expectedStatuses(response.status),
      timeout: SETUP_TIMEOUT,
    });
    // Aborts, as k6 would add a stack trace to anything thrown in setup().
    if (answer.status === 0) exec.test.abort(`${target.name} does not answer at ${target.baseUrl} (${answer.error}): is it up?`);
    const wrong = difference(response, { status: answer.status, headers: answer.headers, body: String(answer.body ?? '') });
    if (wrong) exec.test.abort(`${target.name} answers ${request.method} ${request.path} with ${wrong}`);
  }
  sleep(secondsToWholeSecond(Date.now()));
}

/**
 * @param {Scenario} scenario
 * @param {Target} target
 * @returns {() => void} sends one request; a VU that cannot connect pauses, one that cannot for several times aborts the test
 */
function requester(scenario, target) {
  const send = counted(sender(scenario, target.baseUrl), scenario.expect.statuses);
  let begun = false;
  let failuresInARow = 0;

  return function sendRequest() {
    if (!begun) {
      begun = true;
      reportStart();
    }
    const response = send();
    if (response.status !== 0) {
      failuresInARow = 0;
    } else if (!TIMEOUTS.includes(response.error_code)) {
      failuresInARow += 1;
      if (failuresInARow === FAILURES_UNTIL_ABORT) exec.test.abort(`${target.name} is gone from ${target.baseUrl} (${response.error})`);
      sleep(PAUSE_SECONDS);
    }
  };
}

/**
 * Without a parameter object where none is needed: reading one costs k6 7 µs per request, a tenth of its throughput. The `name` tag
 * comes from the scenario instead, and the timeout of 60 s is k6's default.
 *
 * @param {Scenario} scenario
 * @param {string} baseUrl
 */
function sender({ request, leavesBacklog }, baseUrl) {
  const { method, body = null, headers } = request;
  const nextUrl = urlSource(baseUrl, request);
  if (method === 'GET' && !headers && !leavesBacklog) return () => http.get(nextUrl());
  const params = { headers: headers ?? {}, ...(leavesBacklog && { timeout: BACKLOG_TIMEOUT }) };
  return () => http.request(method, nextUrl(), body, params);
}

/**
 * Tells answers apart that all are successes; metrics can be made in the init context only, where this runs.
 *
 * @param {() => import('k6/http').Response} send
 * @param {number[]} [statuses]
 * @returns {() => import('k6/http').Response}
 */
function counted(send, statuses) {
  if (!statuses) return send;
  const counters = new Map(statuses.map((status) => [status, new Counter(answersMetric(status))]));
  return () => {
    const response = send();
    counters.get(response.status)?.add(1);
    return response;
  };
}

/** One sample in the whole test. Once per VU, because exec.scenario on every request costs k6 45 % of its throughput. */
function reportStart() {
  if (exec.scenario.iterationInTest === 0) scenarioStartMs.add(exec.scenario.startTime);
}

/**
 * In teardown(), which k6 runs when the last iteration has ended, of an interrupted run too: handleSummary() comes after the outputs have written their
 * last, and the length of the run that it gets goes on until then where the run was interrupted (`Run` in k6's internal/execution/scheduler.go).
 */
function reportEnd() {
  scenarioEndMs.add(Date.now());
}

/**
 * @param {unknown} data
 * @param {Omit<Parameters<typeof summaryText>[1], 'nowMs'>} plan
 */
function summarise(data, plan) {
  /** @type {Record<string, string>} */
  const outputs = { stdout: summaryText(data, { ...plan, nowMs: Date.now() }) };
  if (__ENV.SUMMARY) outputs[__ENV.SUMMARY] = JSON.stringify(data);
  return outputs;
}
