/** Samples that figures are made of, as text. */
import { csvField, csvLines } from '../../util/csv.js';
import { groupBy } from '../../util/group.js';

/**
 * @typedef {import('../../record/raw-cell.js').LabelledSample} LabelledSample
 * @typedef {{ plateauStartMs: number, plateauEndMs: number }} Plateau of a stage or a slice; both ends belong to it
 */

const HEADER = 'time_ms,metric,labels,value';
const IN_FLIGHT = 'http_server_requests_active_seconds_count';
/** Of these, figures are sums over all series. */
const SUMMED = [IN_FLIGHT, 'jvm_gc_pause_seconds_sum'];
/** Of this one, over the heap's pools. */
const HEAP = { metric: 'jvm_memory_used_bytes', label: 'area=heap' };
const COUNTER = /_(total|sum|count)$/;
/** Drawn second by second where a staircase is drawn. */
const DRAWN = [IN_FLIGHT, 'jvm_threads_live_threads'];
const OF_TARGET = /^target( |$)/;

/**
 * @param {Map<string, LabelledSample[]>} samples by metric
 * @param {Set<string>} asked the metrics that figures are made of
 * @param {{ plateaus: readonly Plateau[], isDrawn: boolean }} needed
 * @returns {string} content of a server.csv
 */
export function serverText(samples, asked, { plateaus, isDrawn }) {
  const lines = [...samples].flatMap(([metric, all]) => {
    if (!asked.has(metric)) return [];
    const series = seriesOf(metric, all);
    return linesOf(metric, isDrawn && DRAWN.includes(metric) ? series : neededOf(metric, series, plateaus));
  });
  return [HEADER, ...lines, ''].join('\n');
}

/** @param {Map<string, LabelledSample[]>} samples by metric @returns {string} content of a server.csv with all of them */
export function wholeServerText(samples) {
  return [HEADER, ...[...samples].flatMap(([metric, all]) => linesOf(metric, all)), ''].join('\n');
}

/** @param {string} metric @param {LabelledSample[]} samples */
function linesOf(metric, samples) {
  return samples.map(({ timeMs, labels, value }) => `${timeMs},${metric},${csvField(labels)},${value}`);
}

/** @param {string} metric @param {LabelledSample[]} samples @returns {LabelledSample[]} */
function seriesOf(metric, samples) {
  if (metric === HEAP.metric)
    return summed(
      samples.filter(({ labels }) => labels.split(';').includes(HEAP.label)),
      HEAP.label,
    );
  return SUMMED.includes(metric) ? summed(samples, '') : samples;
}

/** @param {LabelledSample[]} samples @param {string} labels of the sums @returns {LabelledSample[]} */
function summed(samples, labels) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const { timeMs, value } of samples) sums.set(timeMs, (sums.get(timeMs) ?? 0) + value);
  return [...sums].map(([timeMs, value]) => ({ timeMs, labels, value }));
}

/**
 * On each plateau the ends of a counter, and a gauge once where it stood still. Requests that are in flight after a slice count against the next one.
 * @param {string} metric
 * @param {LabelledSample[]} samples in order of time
 * @param {readonly Plateau[]} plateaus
 * @returns {LabelledSample[]} in order of time
 */
function neededOf(metric, samples, plateaus) {
  const isEnough = metric !== IN_FLIGHT && COUNTER.test(metric) ? endsOfCounter : onceIfStill;
  const kept = new Set();
  for (const series of groupBy(samples, ({ labels }) => labels).values()) {
    for (const plateau of plateaus) for (const sample of isEnough(series.filter(isOn(plateau)))) kept.add(sample);
  }
  return samples.filter(
    (sample) => kept.has(sample) || (metric === IN_FLIGHT && sample.value > 0 && !plateaus.some((each) => isOn(each)(sample))),
  );
}

/** @param {Plateau} plateau @returns {(sample: { timeMs: number }) => boolean} */
function isOn({ plateauStartMs, plateauEndMs }) {
  return ({ timeMs }) => timeMs >= plateauStartMs && timeMs <= plateauEndMs;
}

/** @template {{ value: number }} T @param {T[]} samples @returns {T[]} all of them where the counter fell: its process was restarted */
function endsOfCounter(samples) {
  const falls = samples.some(({ value }, index) => index > 0 && value < samples[index - 1].value);
  return falls ? samples : ends(samples);
}

/** @template {{ value: number }} T @param {T[]} samples @returns {T[]} */
function onceIfStill(samples) {
  return samples.every(({ value }) => value === samples[0].value) ? samples.slice(0, 1) : samples;
}

/** @template T @param {T[]} all @returns {T[]} the first and the last */
function ends(all) {
  return all.length > 2 ? [all[0], all[all.length - 1]] : all;
}

/**
 * @param {string} text content of processes.csv
 * @param {readonly Plateau[]} plateaus
 * @returns {string} the lines that are needed, as they are: on each plateau the ends of the CPU time, and where a target had the most memory
 */
export function processesText(text, plateaus) {
  const header = text.split(/\r?\n/, 1)[0];
  const rows = [...csvLines(text, header)].map(({ line }) => {
    const [timeMs, process, value, memory] = line.split(',');
    return { line, timeMs: Number(timeMs), process, value: Number(value), memory: Number(memory) };
  });
  const kept = new Set();
  for (const [process, samples] of groupBy(rows, (row) => row.process)) {
    for (const plateau of plateaus) {
      const inside = samples.filter(isOn(plateau));
      for (const row of endsOfCounter(inside)) kept.add(row);
      if (OF_TARGET.test(process)) for (const row of largestMemory(inside)) kept.add(row);
    }
  }
  return [header, ...rows.filter((row) => kept.has(row)).map(({ line }) => line), ''].join('\n');
}

/** @param {{ memory: number }[]} rows */
function largestMemory(rows) {
  return rows.length > 0 ? [rows.reduce((most, row) => (row.memory > most.memory ? row : most))] : [];
}
