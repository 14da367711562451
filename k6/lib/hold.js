/**
 * The load that holds connections: one active user, at first alone, then beside connections that are opened and held. No k6 imports: the
 * runner plans with the same code.
 */
import { wholeNumber } from './input.js';
import { commonOptions, runTags } from './options.js';
import { MAX_VUS, PATIENT_STOP_SECONDS } from './profiles.js';
import { metricValues } from './summary.js';
import { hasThresholds } from './thresholds.js';

/**
 * @typedef {object} Hold
 * @property {number} connections
 * @property {number} openSeconds in which they are opened, one after the other
 * @property {number} holdSeconds in which all are open
 * @property {number | null} everySeconds pause between the requests of a connection; null: it has one, as long as the load
 */

/** How long the active user is alone. */
export const ALONE_SECONDS = 10;
/** Slow enough that none waits to be accepted, on half a CPU. */
export const OPENED_PER_SECOND = 500;
/** Requests per second of the active user. */
export const ACTIVE_RATE = 10;

/** Counters of what became of the connections. */
export const OPENED_METRIC = 'connections_opened';
export const EVENTS_METRIC = 'stream_events';
export const LATE_METRIC = 'stream_late';

/**
 * The active user's requests: while it is alone, and while all connections are open.
 * @typedef {'alone' | 'beside'} Phase
 */

const DEFAULT_HOLD_SECONDS = 60;
const LEAST_HOLD_SECONDS = 10;

/**
 * @param {{ connections: number, everySeconds?: number }} entry of the catalogue
 * @param {import('./input.js').Env} env
 * @returns {Hold}
 * @throws {import('./input.js').InputError} one line that names the variable, its value and what is accepted
 */
export function holdOf(entry, env) {
  const connections = wholeNumber(env, 'CONNECTIONS', entry.connections, 1, MAX_VUS);
  const holdSeconds = wholeNumber(env, 'HOLD_SECONDS', DEFAULT_HOLD_SECONDS, LEAST_HOLD_SECONDS, 3000);
  return { connections, openSeconds: Math.ceil(connections / OPENED_PER_SECOND), holdSeconds, everySeconds: entry.everySeconds ?? null };
}

/** @param {Hold} hold @returns {number} seconds from the start of the active user to its end, when connections begin to end */
export function loadSeconds({ openSeconds, holdSeconds }) {
  return ALONE_SECONDS + openSeconds + holdSeconds;
}

/** @param {Hold} hold @returns {number} events of each stream: the last begins `openSeconds` late, and ends as much later */
export function eventsOf({ openSeconds, holdSeconds }) {
  return openSeconds + holdSeconds;
}

/** @param {Hold} hold @param {number} second after the start @returns {Phase | null} null while connections are opened */
export function phaseAt({ openSeconds }, second) {
  if (second < ALONE_SECONDS) return 'alone';
  return second < ALONE_SECONDS + openSeconds ? null : 'beside';
}

/** @param {Phase} phase @returns {string} name of the metric of the active user's latency */
export function phaseMetric(phase) {
  return `http_req_duration{phase:${phase}}`;
}

/**
 * @param {string} name of the load in the catalogue
 * @param {string} target
 * @param {Hold} hold
 * @param {import('./input.js').Env} env
 * @returns {import('k6/options').Options}
 */
export function holdOptions(name, target, hold, env) {
  const tags = { ...runTags(name, env), target };
  const longestSeconds = hold.openSeconds + eventsOf(hold) + PATIENT_STOP_SECONDS;
  return {
    ...commonOptions(env),
    scenarios: {
      [name]: {
        executor: 'per-vu-iterations',
        vus: hold.connections,
        iterations: 1,
        startTime: `${ALONE_SECONDS}s`,
        maxDuration: `${longestSeconds}s`,
        tags: { ...tags, name },
      },
      active: { executor: 'constant-vus', vus: 1, duration: `${loadSeconds(hold)}s`, exec: 'active', tags: { ...tags, name: 'active' } },
    },
    tags,
    // k6 keeps figures by tag if a threshold asks for them. The last two always pass.
    thresholds: {
      ...(hasThresholds(env) ? { http_req_failed: ['rate==0'] } : {}),
      [phaseMetric('alone')]: ['max>=0'],
      [phaseMetric('beside')]: ['max>=0'],
    },
  };
}

/** @param {any} data k6's argument of `handleSummary` @param {{ title: string, hold: Hold }} plan @returns {string} a few lines of text */
export function holdText(data, { title, hold }) {
  const { count: opened = 0 } = metricValues(data, OPENED_METRIC);
  const { passes, matches: failed = passes ?? 0 } = metricValues(data, 'http_req_failed');
  const lines = [
    `${title}: ${hold.connections} connections, held for ${hold.holdSeconds} s`,
    `opened     ${opened}`,
    `failed     ${failed}`,
    `alone      ${latencyText(data, 'alone')}`,
    `beside     ${latencyText(data, 'beside')}`,
    ...eventsLines(data, hold),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** @param {any} data @param {Phase} phase */
function latencyText(data, phase) {
  const { med, 'p(99)': p99, count } = metricValues(data, phaseMetric(phase));
  if (med === undefined) return 'no request of the active user was answered';
  return `active user: p50 ${med.toFixed(1)} ms, p99 ${p99 === undefined ? "not in k6's summary" : `${p99.toFixed(1)} ms`}, ${count ?? '?'} requests`;
}

/** @param {any} data @param {Hold} hold */
function eventsLines(data, hold) {
  if (hold.everySeconds !== null) return [];
  const { count = 0 } = metricValues(data, EVENTS_METRIC);
  const late = metricValues(data, LATE_METRIC);
  return [
    `events     ${count} of ${hold.connections * eventsOf(hold)}`,
    `late       last event of a stream: p50 ${(late.med ?? NaN).toFixed(1)} ms, max ${(late.max ?? NaN).toFixed(1)} ms`,
  ];
}
