/** One iteration of a VU: it sends one request, and pauses if the target is gone. */
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Gauge } from 'k6/metrics';
import { START_METRIC } from './summary.js';

/** A target that is gone refuses connections at once. Without a pause, every VU would try again in a hot loop. */
const PAUSE_SECONDS = 1;
const FAILURES_UNTIL_ABORT = 5;

/** Error codes of a request timeout and a connection timeout: signs of a busy target, not of one that is gone. */
const TIMEOUTS = [1050, 1211];

const scenarioStartMs = new Gauge(START_METRIC);

/**
 * @param {(baseUrl: string) => import('k6/http').Response} send sends one request to the target with this base URL
 * @param {import('./target.js').Target[]} targets those that TARGET may name: the variable of the test, or of the slice that the VU runs
 * @returns {() => void} the default function of a script; aborts the test after several failed connections in a row
 */
export function iterationOf(send, targets) {
  const states = targets.map((target) => ({ ...target, failuresInARow: 0 }));
  const byName = Object.fromEntries(states.map((state) => [state.name, state]));
  let target = states[0];
  /** @type {typeof __ENV | null} */
  let environment = null;

  return function iteration() {
    // k6 sets a new __ENV when it activates the VU (`VU.Activate` in its internal/js/runner.go): for the load, or for one slice of it.
    // Comparing it costs 0.1 µs, reading a variable 0.3 µs.
    if (environment !== __ENV) {
      environment = __ENV;
      target = byName[__ENV.TARGET];
      reportStart();
    }
    const response = send(target.baseUrl);
    if (response.status !== 0) {
      target.failuresInARow = 0;
    } else if (!TIMEOUTS.includes(response.error_code)) {
      target.failuresInARow += 1;
      if (target.failuresInARow === FAILURES_UNTIL_ABORT) {
        exec.test.abort(`${target.name} is gone from ${target.baseUrl} (${response.error})`);
      }
      sleep(PAUSE_SECONDS);
    }
  };
}

/**
 * One sample in the whole load, or in each slice. Called once per activation of a VU, because reading exec.scenario for every request costs
 * k6 45 % of its throughput.
 */
function reportStart() {
  if (exec.scenario.iterationInTest === 0) scenarioStartMs.add(exec.scenario.startTime);
}
