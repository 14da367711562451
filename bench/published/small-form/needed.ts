/** What figures are made of, of samples and of http.hlog, as texts. */
import hdr from 'hdr-histogram-js';
import { merged } from '../../record/hlog.ts';
import { summed, type LabelledSample, type Metrics } from '../../record/samples.ts';
import { csvField, csvLines } from '../../util/csv.ts';
import { nearestSecond } from '../../util/time.ts';

/** of a slice; both ends belong to it */
type Plateau = { slice: number; plateauStartMs: number; plateauEndMs: number };

const IN_FLIGHT = 'http_server_requests_active_seconds_count';
/** Of these, figures are sums over all series, or over those with a label. */
const SUMMED = new Map([
  [IN_FLIGHT, ''],
  ['jvm_gc_pause_seconds_sum', ''],
  ['jvm_memory_used_bytes', 'area=heap'],
]);
const COUNTER = /_(total|sum|count)$/;
const OF_TARGET = /^target( |$)/;

/** @param samples by metric @param asked the metrics that figures are made of @returns content of a server.csv */
export function serverText(samples: Metrics, asked: Set<string>, plateaus: readonly Plateau[]): string {
  const lines = [...samples].flatMap(([metric, all]) => {
    if (!asked.has(metric)) return [];
    const label = SUMMED.get(metric);
    const own = label === undefined ? all : summed(all, label || undefined).map((sample) => ({ ...sample, labels: label }));
    return neededOf(metric, own, plateaus).map(({ timeMs, labels, value }) => `${timeMs},${metric},${csvField(labels)},${value}`);
  });
  return ['time_ms,metric,labels,value', ...lines, ''].join('\n');
}

/** On each plateau the ends of a counter, a gauge once where it stood still. Requests in flight after a slice count against the next one. */
function neededOf(metric: string, samples: LabelledSample[], plateaus: readonly Plateau[]): LabelledSample[] {
  const isInFlight = metric === IN_FLIGHT;
  const kept = keptOn(plateaus, samples, ({ labels }) => labels, !isInFlight && COUNTER.test(metric) ? endsOfCounter : onceIfStill);
  return samples.filter((sample) => kept.has(sample) || (isInFlight && sample.value > 0 && !plateaus.some((each) => isOn(each)(sample))));
}

/** @param samples in order of time @param needed of a series on one plateau */
function keptOn<T extends { timeMs: number }>(
  plateaus: readonly Plateau[],
  samples: T[],
  seriesOf: (sample: T) => string,
  needed: (own: T[]) => T[],
) {
  const series = [...Map.groupBy(samples, seriesOf).values()];
  return new Set(series.flatMap((own) => plateaus.flatMap((plateau) => needed(own.filter(isOn(plateau))))));
}

function isOn({ plateauStartMs, plateauEndMs }: Plateau): (sample: { timeMs: number }) => boolean {
  return ({ timeMs }) => timeMs >= plateauStartMs && timeMs <= plateauEndMs;
}

/** @returns all of them where the counter fell: its process was restarted */
function endsOfCounter<T extends { value: number }>(samples: T[]): T[] {
  const falls = samples.some(({ value }, index) => index > 0 && value < samples[index - 1].value);
  return falls || samples.length < 3 ? samples : [samples[0], samples[samples.length - 1]];
}

function onceIfStill<T extends { value: number }>(samples: T[]): T[] {
  return samples.every(({ value }) => value === samples[0].value) ? samples.slice(0, 1) : samples;
}

/** @param text content of processes.csv @returns its lines with the ends of CPU times on each plateau, and with the most memory of a target */
export function processesText(text: string, plateaus: readonly Plateau[]): string {
  const header = text.split(/\r?\n/, 1)[0];
  const rows = [...csvLines(text, header)].map(({ line }) => {
    const [timeMs, process, value, memory] = line.split(',');
    return { line, timeMs: Number(timeMs), process, value: Number(value), memory: Number(memory) };
  });
  const mostMemory = (own: typeof rows) => own.toSorted((one, other) => other.memory - one.memory).slice(0, 1);
  const needed = (own: typeof rows) => [...endsOfCounter(own), ...mostMemory(own.filter(({ process }) => OF_TARGET.test(process)))];
  const kept = keptOn(plateaus, rows, ({ process }) => process, needed);
  return [header, ...rows.filter((row) => kept.has(row)).map(({ line }) => line), ''].join('\n');
}

/** What the rollup output writes at the top of http.hlog. */
const HEADER = [
  /^#\[http_req_duration per request name, outcome and second; unit: microseconds, Interval_Max: seconds\]$/,
  /^#\[Histogram log format version 1\.3\]$/,
  /^#\[StartTime: \d+(\.\d+)? \(seconds since epoch\), [\d:TZ+.-]+\]$/,
  /^"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"$/,
];
const INTERVAL = /^Tag=([a-z0-9-]+(?:#(\d+))?\.(?:ok|failed)),(\d+)(?:\.0+)?,[\d.]+,([\d.]+),([A-Za-z0-9+/=]+)$/;

/** @param content of http.hlog @returns without remarks of strangers, and with one interval for each plateau */
export function requestsText(content: string, plateaus: readonly Plateau[]): string {
  const lines = content.split(/\r?\n/);
  const header = lines.filter((line) => HEADER.some((pattern) => pattern.test(line)));
  const bySlice = new Map(plateaus.map((plateau) => [plateau.slice, plateau]));
  const intervals = lines.flatMap((line, index) => {
    const found = INTERVAL.exec(line);
    if (!found) return [];
    const [, tag, slice, second, maxSeconds, histogram] = found;
    const stream = isOnPlateau(Number(second), bySlice.get(Number(slice))) ? tag : index;
    return { stream, line, tag, second: Number(second), maxSeconds: Number(maxSeconds), histogram };
  });
  const streams = Map.groupBy(intervals, ({ stream }) => stream);
  return [...header, ...[...streams.values()].map(together), ''].join('\n');
}

function isOnPlateau(second: number, plateau: Plateau | undefined) {
  return plateau !== undefined && second >= nearestSecond(plateau.plateauStartMs) && second < nearestSecond(plateau.plateauEndMs);
}

type Interval = { line: string; tag: string; second: number; maxSeconds: number; histogram: string };

/** A single interval stays as it is: other versions of zlib may write other bytes. @param intervals of one stream @returns a line */
function together(intervals: Interval[]): string {
  const [{ line, tag }] = intervals;
  if (intervals.length === 1) return line;
  const seconds = intervals.map(({ second }) => second);
  const [from, to] = [Math.min(...seconds), Math.max(...seconds) + 1];
  const sum = merged(intervals.map(({ histogram }) => hdr.decodeFromCompressedBase64(histogram, 32, false)));
  const maxSeconds = Math.max(...intervals.map((each) => each.maxSeconds));
  return `Tag=${tag},${from}.000000,${to - from}.000000,${maxSeconds.toFixed(6)},${hdr.encodeIntoCompressedBase64(sum)}`;
}
