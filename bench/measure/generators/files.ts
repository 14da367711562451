/** The files that k6 leaves of a load. Those of several instances are put together, so that whoever reads them later sees one load. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { present, sum } from '../../util/math.ts';
import type { RollupAccount, UserSecond } from '../../record/rollup.ts';

/** By absolute path, all in one folder: histograms, what k6 says, what `handleSummary` writes, the rollup output's account; null: not needed. */
export type LoadFiles = { hlog: string; log: string; summary: string | null; report: string | null };

/** of a metric of k6's summary */
type Values = Record<string, number>;
type Summary = { metrics: Record<string, { values: Values }> };

/** @param dir of a part */
export function filesIn(dir: string) {
  const file = (name: string) => path.join(dir, name);
  return { hlog: file('http.hlog'), log: file('k6.log'), summary: file('k6-summary.json'), report: file('rollup.json') };
}

/** @returns nothing of a warm-up is measured */
export function warmUpFilesIn(dir: string): LoadFiles {
  return { hlog: path.join(dir, 'warmup.hlog'), log: path.join(dir, 'k6-warmup.log'), summary: null, report: null };
}

/** @param stem path without endings */
export function trialFiles(stem: string) {
  return { hlog: `${stem}.hlog`, log: `${stem}.k6.log`, summary: `${stem}.k6-summary.json`, report: null };
}

/** @returns of an instance, from 0: those of the whole where it is the only one, else `http-1.hlog`, `http-2.hlog`, … */
export function filesOf(files: LoadFiles, index: number, count: number): LoadFiles {
  if (count === 1) return files;
  const own = (file: string) => {
    const { dir, name, ext } = path.parse(file);
    return path.join(dir, `${name}-${index + 1}${ext}`);
  };
  const { hlog, log, summary, report } = files;
  return { hlog: own(hlog), log: own(log), summary: summary && own(summary), report: report && own(report) };
}

/** A file that not all instances have left is not made: it would pass for the whole. One by itself has written the whole. @param parts of each instance */
export function mergeFiles(parts: LoadFiles[], whole: LoadFiles) {
  merge('hlog', parts, whole, mergedHlogs);
  merge('summary', parts, whole, asJson(mergedSummaries));
  merge('report', parts, whole, asJson(mergedReports));
}

function merge(kind: keyof LoadFiles, parts: LoadFiles[], { [kind]: whole }: LoadFiles, merged: (texts: string[]) => string) {
  const files = present(parts.map(({ [kind]: file }) => file));
  if (whole === null || files.includes(whole) || !files.every((file) => existsSync(file))) return;
  try {
    writeFileSync(whole, merged(files.map((file) => readFileSync(file, 'utf8'))));
  } catch (error) {
    if (error instanceof SyntaxError) return; // a k6 that was killed has left half a file
    throw error;
  }
  for (const file of files) rmSync(file);
}

function asJson<T>(merged: (values: T[]) => T): (texts: string[]) => string {
  return (texts) => `${JSON.stringify(merged(texts.map((text) => JSON.parse(text))))}\n`;
}

/** Intervals of one stream and second add up, exactly those of one range. @returns the first with those of the others; without lines that are not finished */
export function mergedHlogs([first, ...others]: string[]): string {
  const lines = (log: string) => log.split('\n').slice(0, -1);
  const intervals = others.flatMap((log) => lines(log).filter((line) => line.startsWith('Tag=')));
  return [...lines(first), ...intervals, ''].join('\n');
}

/** Gauges of one k6. Neither their sum nor the largest of them is that of all: they need not be highest at the same time. */
const OF_EACH = ['vus', 'vus_max'];

/** What can be added exactly. Percentiles cannot: they are those of the histograms. Thresholds of the runner's loads always hold. */
export function mergedSummaries(summaries: Summary[]): Summary {
  const names = [...new Set(summaries.flatMap(({ metrics }) => Object.keys(metrics)))].filter((name) => !OF_EACH.includes(name));
  const valuesOf = (name: string) => mergedValues(present(summaries.map(({ metrics }) => metrics[name]?.values)));
  return { metrics: Object.fromEntries(names.map((name) => [name, { values: valuesOf(name) }])) };
}

function mergedValues(all: Values[]): Values {
  const numbers = (name: string) => all.flatMap((values) => values[name] ?? []);
  const sums = ['count', 'passes', 'fails'].flatMap((name) => (numbers(name).length > 0 ? [[name, sum(numbers(name))]] : []));
  // A gauge of a single sample may have its value alone.
  const least = all.flatMap(({ min, value }) => min ?? value ?? []);
  const most = all.flatMap(({ max, value }) => max ?? value ?? []);
  const ends = least.length > 0 ? { min: Math.min(...least), max: Math.max(...most) } : {};
  return { ...Object.fromEntries(sums), ...ends };
}

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
  const bySecond = [...Map.groupBy(all, ({ second }) => second)].sort(([one], [other]) => one - other);
  return bySecond.map(([second, own]) => ({
    second,
    iterations: sum(own.map(({ iterations }) => iterations)),
    requests: sum(own.map(({ requests }) => requests)),
  }));
}
