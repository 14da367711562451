import { csvLines, csvText } from '../util/csv.ts';
import { MAX_NUMBER } from './json/fields.ts';

export type Sample = { timeMs: number; value: number };

export type LabelledSample = Sample & { labels: string };

/** `value`: cumulative CPU seconds; `rssBytes`: resident memory, 0 where it was not recorded */
export type ProcessSample = Sample & { rssBytes?: number };

/** by name, each in order of time */
export type Metrics = Map<string, LabelledSample[]>;

/** What a JVM counts that does not report its compilers' threads, in milliseconds: a compilation when it ends. */
export const ENDED_COMPILATIONS = 'jvm_compilation_time_ms_total';

/** @param text content of server.csv: `time_ms,metric,labels,value`
 * @returns without samples that are not finite, or absurd
 * @throws {Error} one line, for an unexpected header or line */
export function parseServerCsv(text: string): Metrics {
  const byMetric: Metrics = new Map();
  for (const { line, number } of csvLines(text, 'time_ms,metric,labels,value')) {
    const [, time, metric, labels, value] = /^([^,]*),([^,]*),(.*),([^,]*)$/s.exec(line) ?? [];
    if (value === undefined) throw new Error(`line ${number} has fewer than 4 fields`);
    const sample = { timeMs: figure(time, 'time', number), labels: csvText(labels), value: Number(value) };
    if (Math.abs(sample.value) <= MAX_NUMBER) push(byMetric, metric, sample);
  }
  return sorted(byMetric);
}

/** @param text content of processes.csv: `time_ms,process,cpu_s,rss_bytes`
 * @returns cumulative CPU seconds and memory by process, in order of time
 * @throws {Error} one line, for an unexpected header or line */
export function parseProcessesCsv(text: string): Map<string, ProcessSample[]> {
  const byProcess = new Map<string, ProcessSample[]>();
  for (const { line, number } of csvLines(text, 'time_ms,process,cpu_s,rss_bytes')) {
    const fields = line.split(',');
    if (fields.length !== 4) throw new Error(`line ${number} has ${fields.length} fields instead of 4`);
    const [at, process, cpu, rss] = fields;
    const sample = { timeMs: figure(at, 'time', number), value: figure(cpu, 'CPU time', number), rssBytes: figure(rss, 'memory', number) };
    push(byProcess, process, sample);
  }
  return sorted(byProcess);
}

/** Sums the series of a metric per time stamp, as heap pools or in-flight requests by route need it.
 * @param samples in order of time
 * @param label only series with this label, as `area=heap` */
export function summed(samples: LabelledSample[], label?: string): Sample[] {
  const byTime = new Map<number, number>();
  for (const { timeMs, labels, value } of samples) {
    if (label === undefined || labels.split(';').includes(label)) byTime.set(timeMs, (byTime.get(timeMs) ?? 0) + value);
  }
  return [...byTime].map(([timeMs, value]) => ({ timeMs, value }));
}

/** @throws {Error} one line, where it is none */
function figure(text: string, what: string, line: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(Math.abs(value) <= MAX_NUMBER)) throw new Error(`line ${line} has no number as its ${what}`);
  return value;
}

function push<T>(map: Map<string, T[]>, key: string, item: T) {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

function sorted<T extends Sample>(map: Map<string, T[]>) {
  for (const samples of map.values()) samples.sort((a, b) => a.timeMs - b.timeMs);
  return map;
}
