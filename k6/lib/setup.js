/** What setup() checks before the load. It aborts the test, because k6 adds a stack trace to anything thrown in setup(). */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { difference } from './answer.js';
import { secondsToWholeSecond } from './clock.js';

const TIMEOUT = '10s';

/**
 * k6's own flags and variables for duration or iterations drop the script's scenarios (`Options.Apply` in its lib/options.go) or replace
 * their executors (--once, https://github.com/grafana/k6/issues/5791), with a warning at most. The load would not be the summary's.
 *
 * @param {{ key: string, executor: string }[]} expected the script's scenarios and their executors
 */
export function checkLoad(expected) {
  const { scenarios } = exec.test.options;
  if (!scenarios || expected.every(({ key, executor }) => scenarios[key]?.executor === executor)) return;
  exec.test.abort(
    '--duration, --iterations, --stage, --once and their K6_ variables replace the load: ' +
      'use -e VUS_START, STAGES, STAGE_SECONDS or RATE (with BLOCKS: BLOCK_VUS, SLICE_SECONDS)',
  );
}

/**
 * Sends each case and compares the whole answer. Under load only the status is checked.
 *
 * @param {import('./catalogue.js').Case[]} cases
 * @param {import('./target.js').Target} target
 */
export function checkAnswers(cases, target) {
  for (const { request, response } of cases) {
    const answer = http.request(request.method, target.baseUrl + request.path, request.body ?? null, {
      headers: request.headers ?? {},
      tags: { name: 'setup', target: target.name },
      responseType: 'text',
      responseCallback: http.expectedStatuses(response.status),
      timeout: TIMEOUT,
    });
    if (answer.status === 0) exec.test.abort(`${target.name} does not answer at ${target.baseUrl} (${answer.error}): is it up?`);
    const wrong = difference(response, { status: answer.status, headers: answer.headers, body: String(answer.body ?? '') });
    if (wrong) exec.test.abort(`${target.name} answers ${request.method} ${request.path} with ${wrong}`);
  }
}

/** Makes stages and slices start on whole seconds. */
export function waitForWholeSecond() {
  sleep(secondsToWholeSecond(Date.now()));
}
