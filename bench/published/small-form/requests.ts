/** http.hlog without remarks of strangers, and with one interval for each plateau. */
import hdr from 'hdr-histogram-js';
import { nearestSecond } from '../../util/time.ts';
import { merged } from '../../record/hlog.ts';

type SlicePlateau = { slice: number; plateauStartMs: number; plateauEndMs: number };

type Interval = { line: string; tag: string; second: number; maxSeconds: number; histogram: string };

/** What the rollup output writes at the top. */
const HEADER = [
  /^#\[http_req_duration per request name, outcome and second; unit: microseconds, Interval_Max: seconds\]$/,
  /^#\[Histogram log format version 1\.3\]$/,
  /^#\[StartTime: \d+(\.\d+)? \(seconds since epoch\), [\d:TZ+.-]+\]$/,
  /^"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"$/,
];
const INTERVAL = /^Tag=([a-z0-9-]+(?:#(\d+))?\.(?:ok|failed)),(\d+)(?:\.0+)?,[\d.]+,([\d.]+),([A-Za-z0-9+/=]+)$/;

/** @param content of http.hlog @param slices whose plateaus become one interval each */
export function requestsText(content: string, slices: readonly SlicePlateau[]): string {
  const lines = content.split(/\r?\n/);
  const header = lines.filter((line) => HEADER.some((pattern) => pattern.test(line)));
  const bySlice = new Map(slices.map((slice) => [slice.slice, slice]));
  const groups = new Map<string, Interval[]>();
  for (const [index, line] of lines.entries()) {
    const found = INTERVAL.exec(line);
    if (!found) continue;
    const [, tag, slice, second, maxSeconds, histogram] = found;
    const interval = { line, tag, second: Number(second), maxSeconds: Number(maxSeconds), histogram };
    const key = isOnPlateau(interval.second, bySlice.get(Number(slice))) ? tag : String(index);
    groups.set(key, [...(groups.get(key) ?? []), interval]);
  }
  return [...header, ...[...groups.values()].map(together), ''].join('\n');
}

function isOnPlateau(second: number, slice: SlicePlateau | undefined) {
  return slice !== undefined && second >= nearestSecond(slice.plateauStartMs) && second < nearestSecond(slice.plateauEndMs);
}

/** A single interval stays as it is: other versions of zlib may write other bytes. @param intervals of one stream @returns a line */
function together(intervals: Interval[]): string {
  if (intervals.length === 1) return intervals[0].line;
  const seconds = intervals.map(({ second }) => second);
  const [from, to] = [Math.min(...seconds), Math.max(...seconds) + 1];
  const sum = merged(intervals.map(({ histogram }) => hdr.decodeFromCompressedBase64(histogram, 32, false)));
  const encoded = hdr.encodeIntoCompressedBase64(sum);
  const maxSeconds = Math.max(...intervals.map((each) => each.maxSeconds));
  return `Tag=${intervals[0].tag},${from}.000000,${to - from}.000000,${maxSeconds.toFixed(6)},${encoded}`;
}
