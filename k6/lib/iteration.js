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
 * @param {() => import('k6/http').Response} send sends one request
 * @param {import('./target.js').Target} target
 * @returns {() => void} the default function of a script; aborts the test after several failed connections in a row
 */
export function iterationOf(send, target) {
  let started = false;
  let failuresInARow = 0;

  return function iteration() {
    if (!started) {
      started = true;
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

/** One sample in the whole test. Called once per VU, because reading exec.scenario for every request costs k6 45 % of its throughput. */
function reportStart() {
  if (exec.scenario.iterationInTest === 0) scenarioStartMs.add(exec.scenario.startTime);
}
