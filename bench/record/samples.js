import { csvLines, csvText } from '../util/csv.js';
import { MAX_NUMBER } from './json/fields.js';

/**
 * @typedef {import('./raw-part.js').Sample} Sample
 * @typedef {import('./raw-part.js').LabelledSample} LabelledSample
 * @typedef {import('./raw-part.js').ProcessSample} ProcessSample
 */

/** What a JVM counts that does not report its compilers' threads, in milliseconds: a compilation when it ends. */
export const ENDED_COMPILATIONS = 'jvm_compilation_time_ms_total';

/**
 * @param {string} text content of server.csv: `time_ms,metric,labels,value`
 * @returns {Map<string, LabelledSample[]>} by metric name, each in order of time; samples that are not finite, or absurd, are left out
 * @throws {Error} one line, for an unexpected header or line
 */
export function parseServerCsv(text) {
  /** @type {Map<string, LabelledSample[]>} */
  const byMetric = new Map();
  for (const { line, number } of csvLines(text, 'time_ms,metric,labels,value')) {
    const time = line.indexOf(',');
    const metric = line.indexOf(',', time + 1);
    const value = line.lastIndexOf(',');
    if (metric < 0 || value === metric) throw new Error(`line ${number} has fewer than 4 fields`);
    const sample = {
      timeMs: figure(line.slice(0, time), 'time', number),
      labels: csvText(line.slice(metric + 1, value)),
      value: Number(line.slice(value + 1)),
    };
    if (Math.abs(sample.value) <= MAX_NUMBER) push(byMetric, line.slice(time + 1, metric), sample);
  }
  return sorted(byMetric);
}

/**
 * @param {string} text content of processes.csv: `time_ms,process,cpu_s,rss_bytes`
 * @returns {Map<string, ProcessSample[]>} cumulative CPU seconds and memory by process, in order of time
 * @throws {Error} one line, for an unexpected header or line
 */
export function parseProcessesCsv(text) {
  /** @type {Map<string, ProcessSample[]>} */
  const byProcess = new Map();
  for (const { line, number } of csvLines(text, 'time_ms,process,cpu_s,rss_bytes')) {
    const fields = line.split(',');
    if (fields.length !== 4) throw new Error(`line ${number} has ${fields.length} fields instead of 4`);
    const sample = {
      timeMs: figure(fields[0], 'time', number),
      value: figure(fields[2], 'CPU time', number),
      rssBytes: figure(fields[3], 'memory', number),
    };
    push(byProcess, fields[1], sample);
  }
  return sorted(byProcess);
}

/**
 * Sums the series of a metric per time stamp, as heap pools or in-flight requests by route need it.
 * @param {LabelledSample[]} samples in order of time
 * @param {string} [label] only series with this label, as `area=heap`
 * @returns {Sample[]}
 */
export function summed(samples, label) {
  /** @type {Map<number, number>} */
  const byTime = new Map();
  for (const { timeMs, labels, value } of samples) {
    if (label === undefined || labels.split(';').includes(label)) byTime.set(timeMs, (byTime.get(timeMs) ?? 0) + value);
  }
  return [...byTime].map(([timeMs, value]) => ({ timeMs, value }));
}

/** @param {string} text @param {string} what @param {number} line @returns {number} @throws {Error} one line, where it is none */
function figure(text, what, line) {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(Math.abs(value) <= MAX_NUMBER)) throw new Error(`line ${line} has no number as its ${what}`);
  return value;
}

/** @template T @param {Map<string, T[]>} map @param {string} key @param {T} item */
function push(map, key, item) {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

/** @template {Sample} T @param {Map<string, T[]>} map */
function sorted(map) {
  for (const samples of map.values()) samples.sort((a, b) => a.timeMs - b.timeMs);
  return map;
}
