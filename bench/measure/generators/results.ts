/** What k6 says of a load in its summary and its log. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadStartMs, metricValues, ofSlice, sliceRequestsMetric } from '../../../k6/lib/summary.js';
import { spreadMs, type Instance } from '../../record/json/generators.ts';
import { sum } from '../../util/math.ts';
import type { LoadFiles } from './files.ts';
import type { InstanceEnd } from './instances.ts';
import type { K6End } from './process.ts';

/** @returns iterations that k6 cut off at the end, from its last progress line; the first error it logged */
export function readK6Log(logFile: string): { interrupted: number | null; error: string | null } {
  const text = readFileSync(logFile, 'utf8');
  const interrupted = [...text.matchAll(/ and (\d+) interrupted iterations/g)].at(-1)?.[1];
  const error = /level=error msg="((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return { interrupted: interrupted === undefined ? null : Number(interrupted), error: error?.replaceAll('\\"', '"') ?? null };
}

/** @param parts of each instance @returns iterations that they cut off at the end; null if one of them does not say */
export function sumOfInterrupted(parts: LoadFiles[]): number | null {
  const all = parts.map(({ log }) => readK6Log(log).interrupted);
  const known = all.filter((interrupted) => interrupted !== null);
  return known.length === all.length ? sum(known) : null;
}

/** @param hlog requests in its histograms */
export function readInstance({ name, exitCode }: InstanceEnd, summaryFile: string | null, hlog: number): Instance {
  const { startMs, httpReqs } = summaryOrNull(summaryFile) ?? { startMs: null, httpReqs: null };
  return { name, exitCode, startMs, requests: { k6: httpReqs, hlog } };
}

/** @returns ', 2 k6 within 4 ms'; nothing to say of one */
export function togetherText(instances: Instance[] = []): string {
  return instances.length > 1 ? `, ${instances.length} k6 within ${spreadMs(instances).toFixed(0)} ms` : '';
}

/** @returns null where k6 left none that can be used */
function summaryOrNull(file: string | null): { startMs: number; httpReqs: number } | null {
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

/** @returns was it asked to end? One that is about to end anyway no longer catches the signal. */
export function wasInterrupted({ exitCode, signal }: K6End): boolean {
  return exitCode === INTERRUPTED || signal === 'SIGINT';
}

/** @returns how it failed, such as 'k6 ended with 108'; null if it did not */
export function failureOf({ name, exitCode, signal }: InstanceEnd): string | null {
  const exit = exitCode ?? signal;
  return exit === 0 || exit === null ? null : `${name} ended with ${exit}`;
}

/** @param end of one that failed @returns its own reason, or where to look for it */
export function causeOf({ logFile }: InstanceEnd): string {
  return (existsSync(logFile) ? readK6Log(logFile).error : null) ?? `see ${path.basename(logFile)}`;
}

/**
 * @param summaryFile what the script's `handleSummary` wrote
 * @returns `iterations` that ended; `dropped`: those of the open model
 * that found no user free
 * @throws {Error} if the file is missing or holds no start of the scenario
 */
export function readSummary(summaryFile: string): { httpReqs: number; scenarioStartMs: number; iterations: number; dropped: number } {
  const { startMs: scenarioStartMs, count } = openSummary(summaryFile);
  return { httpReqs: count('http_reqs'), scenarioStartMs, iterations: count('iterations'), dropped: count('dropped_iterations') };
}

/**
 * @param summaryFile what the script's `handleSummary` wrote
 * @param slices of the part
 * @param planned iterations of each slice, where its load has a rate
 * @returns all requests; start of the first slice;
 * requests of each slice; what failed beside them: checks of a user's script, and iterations of a rate that were not begun, or not ended
 * @throws {Error} if the file is missing or holds no start of the load
 */
export function readSlicedSummary(
  summaryFile: string,
  slices: number,
  planned: number | null = null,
): { httpReqs: number; startMs: number; bySlice: Record<number, number>; besides: Record<number, number> } {
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
 * @returns start of the load, of its first slice where it has slices;
 * a counter's value, and the failures of a rate, 0 without one
 * @throws {Error} if the file is missing or holds no start
 */
function openSummary(file: string): { startMs: number; count: (metric: string) => number; failed: (metric: string) => number } {
  const summary = JSON.parse(readFileSync(file, 'utf8'));
  const startMs = loadStartMs(summary);
  if (!startMs) throw new Error('k6 reached no iteration');
  return {
    startMs,
    count: (metric) => metricValues(summary, metric).count ?? 0,
    failed: (metric) => metricValues(summary, metric).fails ?? 0,
  };
}
