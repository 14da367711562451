import hdr, { type Histogram, type JsHistogram, type HistogramLogReader } from 'hdr-histogram-js';
import { MAX_NUMBER } from './json/fields.ts';

type Interval = Histogram & { tag: string; startTimeStampMsec: number; totalCount: number };

/** by whole epoch second in which the requests ended, without the requests of setup(); `total` counts these too */
export type RequestLog = { ok: Map<number, Histogram>; failed: Map<number, Histogram>; total: number };

/** milliseconds; every field null where nothing was counted */
export type Latency = Record<'min' | 'mean' | 'p50' | 'p95' | 'p99' | 'max', number | null>;

const SETUP = /^setup\.(ok|failed)$/;
const SLICE = /#(\d+)\.(?:ok|failed)$/;
const DIGITS = 3;
const HIGHEST_MICROS = 120_000_000;
/** Characters of an interval: those of a second at 20,000 requests/s are fewer than 10,000. Zlib makes a thousand bytes of one. */
const LONGEST_INTERVAL = 100_000;
/** Of an interval: twenty times what one machine can answer in a second. */
const MOST_REQUESTS = 10_000_000;

/** An empty histogram of the rollup's range: 1 µs to 120 s, 3 significant digits. */
export function emptyHistogram(): Histogram {
  return hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_MICROS,
    numberOfSignificantValueDigits: DIGITS,
    bitBucketSize: 32,
    autoResize: true,
    useWebAssembly: false,
  });
}

export function merged(histograms: Iterable<Histogram>): Histogram {
  const sum = emptyHistogram();
  for (const histogram of histograms) sum.add(histogram);
  return sum;
}

/** @param histogram in µs */
export function latencyMs(histogram: Histogram): Latency {
  if (histogram.totalCount === 0) return { min: null, mean: null, p50: null, p95: null, p99: null, max: null };
  return {
    min: histogram.minNonZeroValue / 1000,
    mean: meanOf(histogram as JsHistogram) / 1000,
    p50: histogram.getValueAtPercentile(50) / 1000,
    p95: histogram.getValueAtPercentile(95) / 1000,
    p99: histogram.getValueAtPercentile(99) / 1000,
    max: histogram.maxValue / 1000,
  };
}

/** The same sum as the library's `mean`, whose iterator works out the value of every empty bucket too: most of a report's time. */
function meanOf(histogram: JsHistogram) {
  const middles = middlesByUnit.get(histogram.unitMagnitude) ?? [];
  middlesByUnit.set(histogram.unitMagnitude, middles);
  let sum = 0;
  let remaining = histogram.totalCount;
  for (let index = 0; remaining > 0; index++) {
    const count = histogram.getCountAtIndex(index);
    if (count === 0) continue;
    middles[index] ??= histogram.medianEquivalentValue(histogram.highestEquivalentValue(histogram.valueFromIndex(index)));
    sum += middles[index] * count;
    remaining -= count;
  }
  return sum / histogram.totalCount;
}

/** The middle of each bucket, once for all histograms with the same buckets (all have 3 digits): working them out took a fifth of a report's time. */
const middlesByUnit = new Map<number, number[]>();

/** Reads an HdrHistogram interval log with the stream tags `<name>.ok` and `<name>.failed`. Intervals of one second add up.
 * @throws {Error} one line, for an interval that cannot be decoded or a stream that is neither ok nor failed */
export function parseHlog(text: string): RequestLog {
  const log = emptyLog();
  for (const interval of intervals(text)) add(log, interval);
  return log;
}

/** Reads the log of a part, whose streams are `<name>#<slice>.ok` and `<name>#<slice>.failed`.
 * @returns by slice; requests of setup() are left out
 * @throws {Error} one line, as `parseHlog`; also for a stream without a slice */
export function parseSlicedHlog(text: string): Map<number, RequestLog> {
  const bySlice = new Map<number, RequestLog>();
  for (const interval of intervals(text)) {
    if (SETUP.test(interval.tag)) continue;
    const slice = Number(SLICE.exec(interval.tag)?.[1]);
    if (!(slice >= 1)) throw new Error(`stream '${interval.tag}' names no slice`);
    const log = bySlice.get(slice) ?? emptyLog();
    bySlice.set(slice, log);
    add(log, interval);
  }
  return bySlice;
}

export function emptyLog(): RequestLog {
  return { ok: new Map(), failed: new Map(), total: 0 };
}

function* intervals(text: string): Generator<Interval> {
  const long = text.split('\n').findIndex((line) => line.length > LONGEST_INTERVAL);
  if (long >= 0) throw new Error(`line ${long + 1} has more than ${LONGEST_INTERVAL} characters`);
  const reader = new hdr.HistogramLogReader(text, 32, false);
  for (let interval = next(reader); interval; interval = next(reader)) {
    if (!isPlausible(interval)) throw new Error(`line ${reader.currentLineIndex} is no interval of the rollup output`);
    yield interval;
  }
}

/** Others might fill the memory, or overflow when they are added. */
function isPlausible({ startTimeStampMsec: timeMs, numberOfSignificantValueDigits: digits, totalCount, maxValue }: Interval) {
  return timeMs >= 0 && timeMs <= MAX_NUMBER && digits === DIGITS && totalCount <= MOST_REQUESTS && maxValue <= 2 * HIGHEST_MICROS;
}

function add(log: RequestLog, interval: Interval) {
  log.total += interval.totalCount;
  if (SETUP.test(interval.tag)) return;
  const stream = streamOf(interval.tag, log);
  const second = Math.floor(interval.startTimeStampMsec / 1000);
  const sameSecond = stream.get(second);
  if (sameSecond) sameSecond.add(interval);
  else stream.set(second, interval);
}

function streamOf(tag: string, log: RequestLog) {
  if (tag.endsWith('.ok')) return log.ok;
  if (tag.endsWith('.failed')) return log.failed;
  throw new Error(`stream '${tag}' is neither <name>.ok nor <name>.failed`);
}

function next(reader: HistogramLogReader) {
  try {
    return reader.nextIntervalHistogram();
  } catch (error) {
    // The library's own errors are of its inner workings, such as a property of undefined.
    const reason = error instanceof Error && error.name === 'Error' ? ` (${error.message})` : '';
    throw new Error(`line ${reader.currentLineIndex} cannot be decoded${reason}`, { cause: error });
  }
}
