/** One iteration of a VU: it sends one request, compares some of the answers, and pauses if the target is gone. */
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Gauge } from 'k6/metrics';
import { difference, isCompared } from './answer.js';
import { expectedAnswer } from './expected.js';
import { log } from './log.js';
import { START_METRIC, UNANSWERED_METRIC } from './summary.js';

/** A target that is gone refuses connections at once. Without a pause, every VU would try again in a hot loop. */
const PAUSE_SECONDS = 1;
const FAILURES_UNTIL_ABORT = 5;

/** Error codes of a request timeout and a connection timeout: signs of a busy target, not of one that is gone. */
const TIMEOUTS = [1050, 1211];

const CHECK = 'answer as in the catalogue';

const scenarioStartMs = new Gauge(START_METRIC);
const unanswered = new Counter(UNANSWERED_METRIC);

let isWrongShown = false;

/**
 * @param {(baseUrl: string) => import('k6/http').Response} send sends one request to the target with this base URL
 * @param {import('./target.js').Target[]} targets those that TARGET may name: the variable of the test, or of the slice that the VU runs
 * @param {import('./answer.js').Case[]} cases with which answers are compared; none: only statuses count
 * @returns {(isSetUp: unknown) => void} the default function of a script; aborts the test without setup(), and after several failed
 *   connections in a row
 */
export function iterationOf(send, targets, cases) {
  const states = targets.map((target) => ({ ...target, failuresInARow: 0 }));
  const byName = Object.fromEntries(states.map((state) => [state.name, state]));
  let target = states[0];
  /** @type {typeof __ENV | null} */
  let environment = null;
  /** Tags of the request that is under way. @type {Record<string, string> | null} */
  let underWay = null;
  /** Tags of this activation's requests. @type {Record<string, string>} */
  let tags = {};
  let answers = 0;

  return function iteration(isSetUp) {
    // k6 sets a new __ENV when it activates the VU (`VU.Activate` in its internal/js/runner.go): for the load, or for one slice of it.
    // Comparing it costs 0.1 µs, reading a variable 0.3 µs.
    if (environment !== __ENV) {
      refuseWithoutSetup(isSetUp);
      // Between two slices k6 interrupts the VU, and then uses it again.
      if (underWay !== null) unanswered.add(1, underWay);
      environment = __ENV;
      target = byName[__ENV.TARGET];
      tags = sliceTags(target.name);
      reportStart();
    }
    underWay = tags;
    const response = send(target.baseUrl);
    underWay = null;
    if (response.status !== 0) {
      target.failuresInARow = 0;
      if (cases.length > 0 && isCompared(++answers)) compare(cases, target, response);
    } else if (!TIMEOUTS.includes(response.error_code)) {
      target.failuresInARow += 1;
      if (target.failuresInARow === FAILURES_UNTIL_ABORT) {
        exec.test.abort(`${target.name} is gone from ${target.baseUrl} (${response.error})`);
      }
      sleep(PAUSE_SECONDS);
    }
  };
}

/** @param {unknown} isSetUp what setup() returned; k6 hands on nothing if it did not run */
function refuseWithoutSetup(isSetUp) {
  if (isSetUp) return;
  exec.test.abort('--no-setup and K6_NO_SETUP leave out what checks load and answers and starts on a whole second: leave them away');
}

/** @param {string} target @returns {Record<string, string>} */
function sliceTags(target) {
  const { slice } = exec.vu.metrics.tags;
  return slice ? { target, slice: String(slice) } : { target };
}

/**
 * @param {import('./answer.js').Case[]} cases
 * @param {import('./target.js').Target} target
 * @param {import('k6/http').Response} response of any status; one that the scenario does not accept has no case, and counts as failed
 */
function compare(cases, target, response) {
  const { method, url, body } = response.request;
  const path = url.slice(target.baseUrl.length);
  const expected = expectedAnswer(cases, { method, path, body: body ?? '' }, response.status);
  if (expected === null) return;
  const wrong = difference(expected, { status: response.status, headers: response.headers, body: String(response.body ?? '') });
  check(wrong, { [CHECK]: () => wrong === null });
  // One line is enough to see what is wrong.
  if (wrong === null || __VU !== 1 || isWrongShown) return;
  log.warn(`${target.name} answers ${method} ${path} with ${wrong}`);
  isWrongShown = true;
}

/**
 * One sample in the whole load of this k6, or in each slice. Called once per activation of a VU, because reading exec.scenario for every request costs
 * k6 45 % of its throughput.
 */
function reportStart() {
  if (exec.scenario.iterationInInstance === 0) scenarioStartMs.add(exec.scenario.startTime);
}
