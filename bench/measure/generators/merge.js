/** Puts the files of several instances of k6 together, so that whoever reads them later sees one load. One by itself has written them already. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sum } from '../../util/math.js';

/**
 * @typedef {import('./files.js').LoadFiles} LoadFiles
 * @typedef {import('../../record/rollup.js').RollupAccount} RollupAccount
 * @typedef {{ values: Record<string, number>, thresholds?: Record<string, { ok: boolean }> }} Metric of k6's summary
 */

/**
 * A file that not all have left is not made: it would pass for the whole.
 * @param {LoadFiles[]} parts of each instance
 * @param {LoadFiles} whole
 */
export function mergeFiles(parts, whole) {
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

/** @param {(string | null)[]} parts @param {string | null} whole @param {(texts: string[]) => string} merged */
function merge(parts, whole, merged) {
  const files = parts.filter((file) => file !== null);
  if (whole === null || files.includes(whole) || !files.every((file) => existsSync(file))) return;
  const text = orNull(() => merged(files.map((file) => readFileSync(file, 'utf8'))));
  if (text === null) return;
  writeFileSync(whole, text);
  for (const file of files) rmSync(file);
}

/** @param {() => string} make @returns {string | null} null where a k6 that was killed has left half a file */
function orNull(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @template T @param {string[]} texts @param {(values: T[]) => unknown} merged */
function asJson(texts, merged) {
  return `${JSON.stringify(merged(texts.map((text) => JSON.parse(text))))}\n`;
}

/**
 * A stream and second may occur more than once in an interval log: intervals add up, and histograms of one range add up exactly.
 * @param {string[]} logs
 * @returns {string} the first with the intervals of the others; without a line that an instance did not finish
 */
export function mergedHlogs([first, ...others]) {
  const lines = (/** @type {string} */ log) => log.split('\n').slice(0, -1);
  const intervals = others.flatMap((log) => lines(log).filter((line) => line.startsWith('Tag=')));
  return [...lines(first), ...intervals, ''].join('\n');
}

/** Gauges of one k6. Neither their sum nor the largest of them is that of all: they need not be highest at the same time. */
const OF_EACH = ['vus', 'vus_max'];

/**
 * Of k6's summary what can be added exactly: counts, smallest and largest values, and whether thresholds held in all. Percentiles cannot: they are
 * those of the histograms.
 * @param {{ metrics: Record<string, Metric> }[]} summaries
 * @returns {{ metrics: Record<string, Metric> }}
 */
export function mergedSummaries(summaries) {
  const names = [...new Set(summaries.flatMap(({ metrics }) => Object.keys(metrics)))].filter((name) => !OF_EACH.includes(name));
  return {
    metrics: Object.fromEntries(names.map((name) => [name, mergedMetric(summaries.flatMap(({ metrics }) => metrics[name] ?? []))])),
  };
}

/** @param {Metric[]} metrics of one name @returns {Metric} */
function mergedMetric(metrics) {
  const all = metrics.map(({ values }) => values);
  const numbers = (/** @type {string} */ name) => all.flatMap((values) => values[name] ?? []);
  const sums = ['count', 'passes', 'fails'].flatMap((name) => (numbers(name).length > 0 ? [[name, sum(numbers(name))]] : []));
  // A gauge of a single sample may have its value alone.
  const least = all.flatMap(({ min, value }) => min ?? value ?? []);
  const most = all.flatMap(({ max, value }) => max ?? value ?? []);
  const ends = least.length > 0 ? { min: Math.min(...least), max: Math.max(...most) } : {};
  const thresholds = mergedThresholds(metrics.map((metric) => metric.thresholds ?? {}));
  return { values: { ...Object.fromEntries(sums), ...ends }, ...(Object.keys(thresholds).length > 0 && { thresholds }) };
}

/** @param {NonNullable<Metric['thresholds']>[]} all @returns {NonNullable<Metric['thresholds']>} */
function mergedThresholds(all) {
  const names = [...new Set(all.flatMap((thresholds) => Object.keys(thresholds)))];
  return Object.fromEntries(names.map((name) => [name, { ok: all.every((thresholds) => thresholds[name]?.ok ?? true) }]));
}

/** @param {RollupAccount[]} reports of the rollup outputs @returns {RollupAccount} */
export function mergedReports(reports) {
  const firstOf = (/** @type {'lastError' | 'hlogError'} */ field) =>
    reports.map((report) => report[field]).find((error) => error !== '') ?? '';
  return {
    pointsDropped: sum(reports.map(({ pointsDropped }) => pointsDropped)),
    writeErrors: sum(reports.map(({ writeErrors }) => writeErrors)),
    lastError: firstOf('lastError'),
    hlogError: firstOf('hlogError'),
    userSeconds: mergedUserSeconds(reports.flatMap(({ userSeconds }) => userSeconds ?? [])),
  };
}

/** @param {import('../../record/rollup.js').UserSecond[]} all @returns {import('../../record/rollup.js').UserSecond[]} by second */
function mergedUserSeconds(all) {
  /** @type {Map<number, import('../../record/rollup.js').UserSecond>} */
  const bySecond = new Map();
  for (const { second, iterations, requests } of all) {
    const before = bySecond.get(second) ?? { second, iterations: 0, requests: 0 };
    bySecond.set(second, { second, iterations: before.iterations + iterations, requests: before.requests + requests });
  }
  return [...bySecond.values()].sort((a, b) => a.second - b.second);
}
