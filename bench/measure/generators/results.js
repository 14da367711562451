/** What k6 says of a load in its summary and its log. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadStartMs, metricValues, ofSlice, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { spreadMs } from '../../record/json/generators.js';
import { sum } from '../../util/math.js';

/**
 * @param {string} logFile
 * @returns {{ interrupted: number | null, error: string | null }} iterations that k6 cut off at the end, from its last progress line; the
 *   first error it logged
 */
export function readK6Log(logFile) {
  const text = readFileSync(logFile, 'utf8');
  const interrupted = [...text.matchAll(/ and (\d+) interrupted iterations/g)].at(-1)?.[1];
  const error = /level=error msg="((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return { interrupted: interrupted === undefined ? null : Number(interrupted), error: error?.replaceAll('\\"', '"') ?? null };
}

/**
 * @param {import('./files.js').LoadFiles[]} parts of each instance
 * @returns {number | null} iterations that they cut off at the end; null if one of them does not say
 */
export function sumOfInterrupted(parts) {
  const all = parts.map(({ log }) => readK6Log(log).interrupted);
  const known = all.filter((interrupted) => interrupted !== null);
  return known.length === all.length ? sum(known) : null;
}

/**
 * @param {import('./instances.js').InstanceEnd} end
 * @param {string | null} summaryFile
 * @param {number} hlog requests in its histograms
 * @returns {import('../../record/json/generators.js').Instance}
 */
export function readInstance({ name, exitCode }, summaryFile, hlog) {
  const { startMs, httpReqs } = summaryOrNull(summaryFile) ?? { startMs: null, httpReqs: null };
  return { name, exitCode, startMs, requests: { k6: httpReqs, hlog } };
}

/** @param {import('../../record/json/generators.js').Instance[]} [instances] @returns {string} ', 2 k6 within 4 ms'; nothing to say of one */
export function togetherText(instances = []) {
  return instances.length > 1 ? `, ${instances.length} k6 within ${spreadMs(instances).toFixed(0)} ms` : '';
}

/** @param {string | null} file @returns {{ startMs: number, httpReqs: number } | null} null where k6 left none that can be used */
function summaryOrNull(file) {
  try {
    if (file === null) return null;
    const { startMs, count } = openSummary(file);
    return { startMs, httpReqs: count('http_reqs') };
  } catch {
    return null;
  }
}

/** Exit code of a k6 that was interrupted (`ExternalAbort` in its errext/exitcodes). */
const INTERRUPTED = 105;

/** @param {import('./process.js').K6End} end @returns {boolean} was it asked to end? One that is about to end anyway no longer catches the signal. */
export function wasInterrupted({ exitCode, signal }) {
  return exitCode === INTERRUPTED || signal === 'SIGINT';
}

/**
 * @param {import('./instances.js').InstanceEnd} end
 * @returns {string | null} how it failed, such as 'k6 ended with 108'; null if it did not
 */
export function failureOf({ name, exitCode, signal }) {
  const exit = exitCode ?? signal;
  return exit === 0 || exit === null ? null : `${name} ended with ${exit}`;
}

/** @param {import('./instances.js').InstanceEnd} end of one that failed @returns {string} its own reason, or where to look for it */
export function causeOf({ logFile }) {
  return (existsSync(logFile) ? readK6Log(logFile).error : null) ?? `see ${path.basename(logFile)}`;
}

/**
 * @param {string} summaryFile what the script's `handleSummary` wrote
 * @returns {{ httpReqs: number, scenarioStartMs: number, iterations: number, dropped: number }} `iterations` that ended; `dropped`: those of the open model
 *   that found no user free
 * @throws {Error} if the file is missing or holds no start of the scenario
 */
export function readSummary(summaryFile) {
  const { startMs: scenarioStartMs, count } = openSummary(summaryFile);
  return { httpReqs: count('http_reqs'), scenarioStartMs, iterations: count('iterations'), dropped: count('dropped_iterations') };
}

/**
 * @param {string} summaryFile what the script's `handleSummary` wrote
 * @param {number} slices of the part
 * @param {number | null} [planned] iterations of each slice, where its load has a rate
 * @returns {{ httpReqs: number, startMs: number, bySlice: Record<number, number>, besides: Record<number, number> }} all requests; start of the first slice;
 *   requests of each slice; what failed beside them: checks of a user's script, and iterations of a rate that were not begun, or not ended
 * @throws {Error} if the file is missing or holds no start of the load
 */
export function readSlicedSummary(summaryFile, slices, planned = null) {
  const { startMs, count, failed } = openSummary(summaryFile);
  const numbers = Array.from({ length: slices }, (_, index) => index + 1);
  return {
    httpReqs: count('http_reqs'),
    startMs,
    bySlice: Object.fromEntries(numbers.map((slice) => [slice, count(sliceRequestsMetric(slice))])),
    besides: Object.fromEntries(
      numbers.map((slice) => [
        slice,
        failed(ofSlice('checks', slice)) + (planned === null ? 0 : Math.max(0, planned - count(ofSlice('iterations', slice)))),
      ]),
    ),
  };
}

/**
 * @param {string} file
 * @returns {{ startMs: number, count: (metric: string) => number, failed: (metric: string) => number }} start of the load, of its first slice where it has slices;
 *   a counter's value, and the failures of a rate, 0 without one
 * @throws {Error} if the file is missing or holds no start
 */
function openSummary(file) {
  const summary = JSON.parse(readFileSync(file, 'utf8'));
  const startMs = loadStartMs(summary);
  if (!startMs) throw new Error('k6 reached no iteration');
  return {
    startMs,
    count: (metric) => metricValues(summary, metric).count ?? 0,
    failed: (metric) => metricValues(summary, metric).fails ?? 0,
  };
}
