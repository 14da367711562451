/** Samples that figures are made of, as text. */
import { summed } from '../../record/samples.js';
import { csvField, csvLines } from '../../util/csv.js';
import { groupBy } from '../../util/group.js';

/**
 * @typedef {import('../../record/raw-part.js').LabelledSample} LabelledSample
 * @typedef {{ plateauStartMs: number, plateauEndMs: number }} Plateau of a slice; both ends belong to it
 */

const IN_FLIGHT = 'http_server_requests_active_seconds_count';
/** Of these, figures are sums over all series, or over those with a label. */
const SUMMED = new Map([
  [IN_FLIGHT, ''],
  ['jvm_gc_pause_seconds_sum', ''],
  ['jvm_memory_used_bytes', 'area=heap'],
]);
const COUNTER = /_(total|sum|count)$/;
const OF_TARGET = /^target( |$)/;

/**
 * @param {Map<string, LabelledSample[]>} samples by metric
 * @param {Set<string>} asked the metrics that figures are made of
 * @param {readonly Plateau[]} plateaus
 * @returns {string} content of a server.csv
 */
export function serverText(samples, asked, plateaus) {
  const lines = [...samples].flatMap(([metric, all]) => {
    if (!asked.has(metric)) return [];
    const needed = neededOf(metric, seriesOf(metric, all), plateaus);
    return needed.map(({ timeMs, labels, value }) => `${timeMs},${metric},${csvField(labels)},${value}`);
  });
  return ['time_ms,metric,labels,value', ...lines, ''].join('\n');
}

/** @param {string} metric @param {LabelledSample[]} samples @returns {LabelledSample[]} */
function seriesOf(metric, samples) {
  const label = SUMMED.get(metric);
  return label === undefined ? samples : summed(samples, label || undefined).map((sample) => ({ ...sample, labels: label }));
}

/**
 * On each plateau the ends of a counter, and a gauge once where it stood still. Requests that are in flight after a slice count against the next one.
 * @param {string} metric
 * @param {LabelledSample[]} samples in order of time
 * @param {readonly Plateau[]} plateaus
 * @returns {LabelledSample[]} in order of time
 */
function neededOf(metric, samples, plateaus) {
  const isInFlight = metric === IN_FLIGHT;
  const kept = keptOn(plateaus, samples, ({ labels }) => labels, !isInFlight && COUNTER.test(metric) ? endsOfCounter : onceIfStill);
  return samples.filter((sample) => kept.has(sample) || (isInFlight && sample.value > 0 && !plateaus.some((each) => isOn(each)(sample))));
}

/**
 * @template {{ timeMs: number }} T
 * @param {readonly Plateau[]} plateaus
 * @param {T[]} samples in order of time
 * @param {(sample: T) => string} seriesOfSample
 * @param {(samples: T[]) => T[]} needed of a series on one plateau
 * @returns {Set<T>}
 */
function keptOn(plateaus, samples, seriesOfSample, needed) {
  const series = [...groupBy(samples, seriesOfSample).values()];
  return new Set(series.flatMap((own) => plateaus.flatMap((plateau) => needed(own.filter(isOn(plateau))))));
}

/** @param {Plateau} plateau @returns {(sample: { timeMs: number }) => boolean} */
function isOn({ plateauStartMs, plateauEndMs }) {
  return ({ timeMs }) => timeMs >= plateauStartMs && timeMs <= plateauEndMs;
}

/** @template {{ value: number }} T @param {T[]} samples @returns {T[]} all of them where the counter fell: its process was restarted */
function endsOfCounter(samples) {
  const falls = samples.some(({ value }, index) => index > 0 && value < samples[index - 1].value);
  return falls || samples.length < 3 ? samples : [samples[0], samples[samples.length - 1]];
}

/** @template {{ value: number }} T @param {T[]} samples @returns {T[]} */
function onceIfStill(samples) {
  return samples.every(({ value }) => value === samples[0].value) ? samples.slice(0, 1) : samples;
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
  const kept = keptOn(
    plateaus,
    rows,
    ({ process }) => process,
    (own) => [
      ...endsOfCounter(own),
      ...own
        .filter(({ process }) => OF_TARGET.test(process))
        .sort((one, other) => other.memory - one.memory)
        .slice(0, 1),
    ],
  );
  return [header, ...rows.filter((row) => kept.has(row)).map(({ line }) => line), ''].join('\n');
}
