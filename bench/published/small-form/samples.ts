/** Samples that figures are made of, as text. */
import { summed } from '../../record/samples.ts';
import { csvField, csvLines } from '../../util/csv.ts';
import type { LabelledSample } from '../../record/raw-part.ts';

/** of a slice; both ends belong to it */
type Plateau = { plateauStartMs: number; plateauEndMs: number };

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
export function serverText(samples: Map<string, LabelledSample[]>, asked: Set<string>, plateaus: readonly Plateau[]): string {
  const lines = [...samples].flatMap(([metric, all]) => {
    if (!asked.has(metric)) return [];
    const needed = neededOf(metric, seriesOf(metric, all), plateaus);
    return needed.map(({ timeMs, labels, value }) => `${timeMs},${metric},${csvField(labels)},${value}`);
  });
  return ['time_ms,metric,labels,value', ...lines, ''].join('\n');
}

function seriesOf(metric: string, samples: LabelledSample[]): LabelledSample[] {
  const label = SUMMED.get(metric);
  return label === undefined ? samples : summed(samples, label || undefined).map((sample) => ({ ...sample, labels: label }));
}

/**
 * On each plateau the ends of a counter, and a gauge once where it stood still. Requests that are in flight after a slice count against the next one.
 * @param samples in order of time
 * @returns in order of time
 */
function neededOf(metric: string, samples: LabelledSample[], plateaus: readonly Plateau[]): LabelledSample[] {
  const isInFlight = metric === IN_FLIGHT;
  const kept = keptOn(plateaus, samples, ({ labels }) => labels, !isInFlight && COUNTER.test(metric) ? endsOfCounter : onceIfStill);
  return samples.filter((sample) => kept.has(sample) || (isInFlight && sample.value > 0 && !plateaus.some((each) => isOn(each)(sample))));
}

/** @param samples in order of time @param needed of a series on one plateau */
function keptOn<T extends { timeMs: number }>(
  plateaus: readonly Plateau[],
  samples: T[],
  seriesOfSample: (sample: T) => string,
  needed: (samples: T[]) => T[],
): Set<T> {
  const series = [...Map.groupBy(samples, seriesOfSample).values()];
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

/**
 * @param text content of processes.csv
 * @returns the lines that are needed, as they are: on each plateau the ends of the CPU time, and where a target had the most memory
 */
export function processesText(text: string, plateaus: readonly Plateau[]): string {
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
