/** What setup() checks before the load. It aborts the test, because k6 adds a stack trace to anything thrown in setup(). */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { difference } from './answer.js';
import { secondsToStart } from './clock.js';
import { isSameLoad } from './same-load.js';

const TIMEOUT = '10s';

/**
 * k6's own flags and variables for duration or iterations drop the script's scenarios (`Options.Apply` in its lib/options.go) or replace
 * their executors (--once, https://github.com/grafana/k6/issues/5791), with a warning at most. From v2.1 on `--vus` does so too. An archive
 * keeps the options of the variables that it was made with, while the script sees those of the command line. The load would not be the
 * summary's.
 *
 * @param {Record<string, any>} scenarios of the script's options, for the variables that it now sees
 * @param {Record<string, any>} thresholds likewise; without one of them k6 lacks a figure of the summary
 */
export function checkLoad(scenarios, thresholds) {
  const { scenarios: run, thresholds: kept = {}, rps } = exec.test.options;
  if (run && !(isSameLoad(scenarios, run) && Object.keys(thresholds).every((metric) => metric in kept))) {
    exec.test.abort(
      'k6 runs another load than the variables ask for: --vus, --duration, --iterations, --stage, --once and their K6_ variables ' +
        'replace the load, and an archive keeps its own; use -e VUS_START, STAGES, STAGE_SECONDS or RATE ' +
        '(with BLOCKS: BLOCK_VUS, SLICE_SECONDS), and make an archive for each load',
    );
  }
  if (rps) exec.test.abort(`--rps and K6_RPS hold requests back inside k6, where no duration shows it: use -e RATE=${rps}`);
}

/**
 * Sends each case and compares the whole answer.
 *
 * @param {import('./answer.js').Case[]} cases
 * @param {import('./target.js').Target} target
 * @param {Record<string, string>} tags of the run
 */
export function checkAnswers(cases, target, tags) {
  for (const { request, response } of cases) {
    const answer = http.request(request.method, target.baseUrl + request.path, request.body ?? null, {
      headers: request.headers ?? {},
      tags: { ...tags, name: 'setup', target: target.name },
      responseType: 'text',
      responseCallback: http.expectedStatuses(response.status),
      timeout: TIMEOUT,
    });
    if (answer.status === 0) exec.test.abort(`${target.name} does not answer at ${target.baseUrl} (${answer.error}): is it up?`);
    const wrong = difference(response, { status: answer.status, headers: answer.headers, body: String(answer.body ?? '') });
    if (wrong) exec.test.abort(`${target.name} answers ${request.method} ${request.path} with ${wrong}`);
  }
}

/**
 * Makes stages and slices start on whole seconds, and on all k6 that share a load at the same time.
 *
 * @param {number} [startAtMs] epoch milliseconds
 */
export function waitForStart(startAtMs) {
  sleep(secondsToStart(Date.now(), startAtMs));
}
