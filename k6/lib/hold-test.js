/**
 * What the scripts share that hold connections.
 *
 *   k6 run k6/connections/<load>.js -e TARGET=<target> [-e NAME=value …]
 *
 * TARGET         required         a target of catalogue.json; it must be up
 * CONNECTIONS    the catalogue's  connections, each with a user of k6
 * HOLD_SECONDS   60               how long all of them are open
 *
 * TARGET_HOST, RUN, ROUND, SUMMARY, THRESHOLDS and CATALOGUE: load-test.js.
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Gauge } from 'k6/metrics';
import { readConnections } from './catalogue.js';
import {
  ACTIVE_RATE,
  ALONE_SECONDS,
  OPENED_METRIC,
  OPENED_PER_SECOND,
  holdOf,
  holdOptions,
  holdText,
  loadSeconds,
  phaseAt,
} from './hold.js';
import { InputError } from './input.js';
import { checkAnswers, checkLoad, waitForStart } from './setup.js';
import { START_METRIC } from './summary.js';
import { chooseTarget } from './target.js';

/** @typedef {import('./hold.js').Hold} Hold */
/**
 * @typedef {object} HoldTest
 * @property {(send: (baseUrl: string, hold: Hold) => import('k6/http').Response) => () => void} holding makes the script's default function
 *   from one that sends a request
 * @property {() => void} active
 * @property {import('k6/options').Options} options
 * @property {() => void} setup
 * @property {(data: unknown) => Record<string, string>} handleSummary
 */

const opened = new Counter(OPENED_METRIC);
const startMs = new Gauge(START_METRIC);

/**
 * @param {string} name of an entry of the catalogue's `connections`
 * @returns {HoldTest}
 * @throws {string} one line, for input that the script cannot use
 */
export function holdTest(name) {
  try {
    return createHoldTest(name);
  } catch (error) {
    // k6 shows a thrown string as one line, but an Error with its stack trace.
    throw error instanceof InputError ? error.message : error;
  }
}

/** @param {string} name @returns {HoldTest} */
function createHoldTest(name) {
  const { load, targets } = readConnections(name);
  const hold = holdOf(load, __ENV);
  const target = chooseTarget(targets, __ENV);
  const options = holdOptions(name, target.name, hold, __ENV);
  const { scenarios, thresholds } = JSON.parse(JSON.stringify(options));
  const tags = { ...options.tags };
  return {
    holding: (send) => () => holdOne(hold, () => counted(send(target.baseUrl, hold))),
    active: () => beActive(hold, `${target.baseUrl}/simple`),
    options,
    setup() {
      checkLoad(scenarios, thresholds);
      checkAnswers(load.cases, target, tags);
      waitForStart();
    },
    handleSummary(data) {
      /** @type {Record<string, string>} */
      const files = { stdout: holdText(data, { title: `${name} on ${target.name}`, hold }) };
      if (__ENV.SUMMARY) files[__ENV.SUMMARY] = JSON.stringify(data);
      return files;
    },
  };
}

/** One user's connection, from its place in the order of opening to the end of the load. @param {Hold} hold @param {() => void} send */
function holdOne(hold, send) {
  const endMs = exec.scenario.startTime + (loadSeconds(hold) - ALONE_SECONDS) * 1000;
  sleep(exec.scenario.iterationInTest / OPENED_PER_SECOND);
  send();
  if (hold.everySeconds === null) return;
  // The next requests are spread evenly, however fast the connections were opened.
  let pauseSeconds = Math.random() * hold.everySeconds;
  for (let left = secondsTo(endMs); left > pauseSeconds; left = secondsTo(endMs)) {
    sleep(pauseSeconds);
    send();
    pauseSeconds = hold.everySeconds;
  }
  sleep(Math.max(0, secondsTo(endMs)));
}

/** @param {number} ms @returns {number} */
function secondsTo(ms) {
  return (ms - Date.now()) / 1000;
}

/** @param {import('k6/http').Response} response */
function counted({ timings }) {
  if (timings.connecting > 0) opened.add(1);
}

/** @param {Hold} hold @param {string} url */
function beActive(hold, url) {
  const { startTime, iterationInTest } = exec.scenario;
  if (iterationInTest === 0) startMs.add(startTime);
  const phase = phaseAt(hold, (Date.now() - startTime) / 1000);
  http.get(url, { tags: phase === null ? {} : { phase } });
  sleep(1 / ACTIVE_RATE);
}
