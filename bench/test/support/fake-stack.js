/** Stand-ins for what a measurement needs: targets, k6, Prometheus, InfluxDB and the engine that runs them. */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Jvms } from '../../measure/jvms.js';
import { Spent } from '../../measure/spent.js';
import { localGenerator } from './generators.js';
import { serverOfSuite } from './server.js';

/** Requests in each second of a slice that fake-k6.js reports. */
export const PER_SECOND = 10;
const FAKE_K6 = fileURLToPath(new URL('../fixtures/fake-k6.js', import.meta.url));

/**
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../measure/part/context.js').PartContext} PartContext
 *
 * @typedef {object} FakeStack
 * @property {string[]} outcomes of parts, and lines for the terminal
 * @property {string[]} events such as `reset`, `start mvc`
 * @property {string[]} written to InfluxDB by the runner
 * @property {(run: Run, changed?: object, how?: { seconds?: number }) => PartContext} contextOf `changed`: parts of the engine; `seconds`: each k6 seems to
 *   take so long, a minute by default, which costs a test nothing
 */

/**
 * @param {{ scraped?: boolean, requests?: number }} [how] has Prometheus scraped the targets every second? How many requests does each k6 know of a second, all
 *   together?
 * @returns {FakeStack} for the tests of the suite that calls it; its machine is that of the run
 */
export function fakeStack({ scraped = false, requests = 10 } = {}) {
  const outcomes = /** @type {string[]} */ ([]);
  const events = /** @type {string[]} */ ([]);
  const written = /** @type {string[]} */ ([]);
  const server = serverOfSuite(async (request, response) => {
    const body = await text(request);
    if (request.url?.startsWith('/write')) written.push(body);
    response.end(answerTo(request.url ?? '', scraped, requests));
  });

  /** @type {FakeStack['contextOf']} */
  const contextOf = (run, changed = {}, { seconds = 60 } = {}) => {
    const { url } = server;
    const running = new Set();
    let nowMs = 0;
    const engine = /** @type {any} */ ({
      generators: [localGenerator([process.execPath])],
      endpoints: {
        target: () => url,
        probe: () => `${url}/simple`,
        metrics: () => `${url}/metrics`,
        influx: { url, database: 'k6' },
        prometheus: url,
      },
      startTarget: async (/** @type {string} */ target) => {
        events.push(`start ${target}`);
        running.add(target);
      },
      stopTarget: async (/** @type {string} */ target) => running.delete(target),
      isRunning: (/** @type {string} */ target) => running.has(target),
      targetExit: () => null,
      canLiftLimit: () => false,
      resetDatabase: async () => void events.push('reset'),
      databasePing: async () => 0.1234,
      processes: () => [],
      track: () => (nowMs += seconds * 1000),
      stop: async () => void events.push('stop'),
      ...changed,
    });
    const progress = /** @type {any} */ ({
      update: () => {},
      add: () => {},
      say: (/** @type {string} */ line) => outcomes.push(line),
      finish: (/** @type {any} */ _, /** @type {string} */ outcome) => outcomes.push(outcome),
    });
    const fixed = { catalogueFile: null, root: '/', k6Bin: FAKE_K6, spent: new Spent(() => nowMs) };
    return { run, engine, jvms: new Jvms(engine), progress, ...fixed };
  };
  return { outcomes, events, written, contextOf };
}

/** @param {string} address @param {boolean} scraped @param {number} requests @returns {string} */
function answerTo(address, scraped, requests) {
  if (address === '/metrics') return 'http_server_requests_active_seconds_count 0\nprocess_cpu_time_ns_total 0\n';
  if (address.startsWith('/query')) return JSON.stringify({ results: [{ series: seriesFor(decodeURIComponent(address), requests) }] });
  if (address.startsWith('/api/v1/query')) {
    return JSON.stringify({ status: 'success', data: { result: scraped ? [everySecond()] : [] } });
  }
  return '{}';
}

/** @param {string} query @param {number} requests @returns {object[]} what InfluxDB has of the requests that fake-k6.js reports */
function seriesFor(query, requests) {
  if (!query.includes('GROUP')) return [{ values: [[0, requests]] }];
  const ofSlice = (PER_SECOND * SLICE_SECONDS * requests) / 10;
  const slices = Array.from({ length: 20 }, (_, index) => String(index + 1));
  return slices.flatMap((slice) => ['mvc', 'mvc-vt'].map((target) => ({ tags: { slice, target }, values: [[0, ofSlice]] })));
}

/** @returns {object} the series of successful scrapes around now */
function everySecond() {
  const now = Date.now() / 1000;
  return { metric: { __name__: 'up' }, values: Array.from({ length: 120 }, (_, index) => [now - 100 + index, '1']) };
}

/** Of the runs that are measured with this stack. */
export const SLICE_SECONDS = 4;
