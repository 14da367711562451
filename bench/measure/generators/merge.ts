/** Puts the files of several instances of k6 together, so that whoever reads them later sees one load. One by itself has written them already. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sum } from '../../util/math.ts';
import type { RollupAccount, UserSecond } from '../../record/rollup.ts';
import type { LoadFiles } from './files.ts';

/** of k6's summary */
type Metric = { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> };

/** A file that not all have left is not made: it would pass for the whole. @param parts of each instance */
export function mergeFiles(parts: LoadFiles[], whole: LoadFiles) {
  merge(
    parts.map(({ hlog }) => hlog),
    whole.hlog,
    mergedHlogs,
  );
  merge(
    parts.map(({ summary }) => summary),
    whole.summary,
    (texts) => asJson(texts, mergedSummaries),
  );
  merge(
    parts.map(({ report }) => report),
    whole.report,
    (texts) => asJson(texts, mergedReports),
  );
}

function merge(parts: (string | null)[], whole: string | null, merged: (texts: string[]) => string) {
  const files = parts.filter((file) => file !== null);
  if (whole === null || files.includes(whole) || !files.every((file) => existsSync(file))) return;
  const text = orNull(() => merged(files.map((file) => readFileSync(file, 'utf8'))));
  if (text === null) return;
  writeFileSync(whole, text);
  for (const file of files) rmSync(file);
}

/** @returns null where a k6 that was killed has left half a file */
function orNull(make: () => string): string | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function asJson<T>(texts: string[], merged: (values: T[]) => unknown) {
  return `${JSON.stringify(merged(texts.map((text) => JSON.parse(text))))}\n`;
}

/**
 * A stream and second may occur more than once in an interval log: intervals add up, and histograms of one range add up exactly.
 * @returns the first with the intervals of the others; without a line that an instance did not finish
 */
export function mergedHlogs([first, ...others]: string[]): string {
  const lines = (log: string) => log.split('\n').slice(0, -1);
  const intervals = others.flatMap((log) => lines(log).filter((line) => line.startsWith('Tag=')));
  return [...lines(first), ...intervals, ''].join('\n');
}

/** Gauges of one k6. Neither their sum nor the largest of them is that of all: they need not be highest at the same time. */
const OF_EACH = ['vus', 'vus_max'];

/**
 * Of k6's summary what can be added exactly: counts, smallest and largest values, and whether thresholds held in all. Percentiles cannot: they are
 * those of the histograms.
 */
export function mergedSummaries(summaries: { metrics: Record<string, Metric> }[]): { metrics: Record<string, Metric> } {
  const names = [...new Set(summaries.flatMap(({ metrics }) => Object.keys(metrics)))].filter((name) => !OF_EACH.includes(name));
  return {
    metrics: Object.fromEntries(names.map((name) => [name, mergedMetric(summaries.flatMap(({ metrics }) => metrics[name] ?? []))])),
  };
}

/** @param metrics of one name */
function mergedMetric(metrics: Metric[]): Metric {
  const all = metrics.map(({ values }) => values);
  const numbers = (name: string) => all.flatMap((values) => values[name] ?? []);
  const sums = ['count', 'passes', 'fails'].flatMap((name) => (numbers(name).length > 0 ? [[name, sum(numbers(name))]] : []));
  // A gauge of a single sample may have its value alone.
  const least = all.flatMap(({ min, value }) => min ?? value ?? []);
  const most = all.flatMap(({ max, value }) => max ?? value ?? []);
  const ends = least.length > 0 ? { min: Math.min(...least), max: Math.max(...most) } : {};
  const thresholds = mergedThresholds(metrics.map((metric) => metric.thresholds ?? {}));
  return { values: { ...Object.fromEntries(sums), ...ends }, ...(Object.keys(thresholds).length > 0 && { thresholds }) };
}

function mergedThresholds(all: NonNullable<Metric['thresholds']>[]): NonNullable<Metric['thresholds']> {
  const names = [...new Set(all.flatMap((thresholds) => Object.keys(thresholds)))];
  return Object.fromEntries(names.map((name) => [name, { ok: all.every((thresholds) => thresholds[name]?.ok ?? true) }]));
}

/** @param reports of the rollup outputs */
export function mergedReports(reports: RollupAccount[]): RollupAccount {
  const firstOf = (field: 'lastError' | 'hlogError') => reports.map((report) => report[field]).find((error) => error !== '') ?? '';
  return {
    pointsDropped: sum(reports.map(({ pointsDropped }) => pointsDropped)),
    writeErrors: sum(reports.map(({ writeErrors }) => writeErrors)),
    lastError: firstOf('lastError'),
    hlogError: firstOf('hlogError'),
    userSeconds: mergedUserSeconds(reports.flatMap(({ userSeconds }) => userSeconds ?? [])),
  };
}

/** @returns by second */
function mergedUserSeconds(all: UserSecond[]): UserSecond[] {
  const bySecond = new Map<number, UserSecond>();
  for (const { second, iterations, requests } of all) {
    const before = bySecond.get(second) ?? { second, iterations: 0, requests: 0 };
    bySecond.set(second, { second, iterations: before.iterations + iterations, requests: before.requests + requests });
  }
  return [...bySecond.values()].sort((a, b) => a.second - b.second);
}
