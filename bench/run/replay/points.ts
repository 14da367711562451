/** The points of a run's load, made again from its bundle: what InfluxDB had of it, as far as the dashboards show it. */
import { partFigures } from '../../analyse/slice/index.ts';
import { isGenerator } from '../../analyse/slice/shares.ts';
import { activityLine, partText } from '../../collect/activity.ts';
import { latencyMs, type RequestLog } from '../../record/hlog.ts';
import { partLines } from '../part-points.ts';
import type { Bundle, RawPart } from '../../record/raw-part.ts';
import type { Run } from '../../record/run.ts';
import type { Server } from './samples.ts';

export type Window = { fromMs: number; toMs: number };

export interface Part {
  scenario: string;
  window: Window;
  /** line protocol, in milliseconds */
  lines: string[];
  servers: [target: string, samples: Server][];
}

/** @returns of what was measured, one at a time: all of a long run at once would not fit in memory */
export function* partsOf({ run, readPart }: Bundle): Generator<Part> {
  for (const planned of run.parts) yield* ofPart(run, readPart(planned));
}

function* ofPart(run: Run, raw: RawPart): Generator<Part> {
  const { planned, part, requests, servers, processes, rollup } = raw;
  if (!part || !requests) return;
  const { scenario, round } = planned;
  const { startMs, endMs } = part;
  const tags = { run: run.id, scenario, round: String(round) };
  const lines = [
    activityLine(run.id, 'blocks', partText(planned), startMs),
    ...part.slices.flatMap(({ slice, target, vus, startMs: fromMs, endMs: toMs }) => [
      ...requestLines({ ...tags, name: scenario, target, slice: String(slice) }, requests.get(slice)),
      ...userLines(tags, vus, fromMs, toMs),
    ]),
    ...accountLines(tags, processes, rollup, endMs),
    ...partLines(run, partFigures(raw, run)),
  ];
  yield { scenario, window: { fromMs: startMs, toMs: endMs }, lines, servers: [...servers] };
}

/** A bundle does not know the status of a failed request. */
function requestLines(tags: Record<string, string>, log: RequestLog | undefined) {
  if (!log) return [];
  const of = (isExpected: boolean) => ({ ...tags, expected_response: String(isExpected) });
  return [
    ...[...log.ok].flatMap(([second, histogram]) => {
      const { min, mean, p50, p95, p99, max } = latencyMs(histogram);
      const count = `${histogram.totalCount}i`;
      return [
        line('http_reqs', of(true), { value: histogram.totalCount }, second * 1000),
        line('http_req_duration', of(true), { count, mean, min, max, p50, p95, p99 }, second * 1000),
      ];
    }),
    ...[...log.failed].map(([second, { totalCount }]) => line('http_reqs', of(false), { value: totalCount }, second * 1000)),
  ];
}

function userLines(tags: Record<string, string>, vus: number, startMs: number, endMs: number) {
  const seconds = Math.max(0, Math.round((endMs - startMs) / 1000));
  return Array.from({ length: seconds }, (_, second) => line('vus', tags, { value: vus }, startMs + second * 1000));
}

/** What the output said of itself: k6's CPU over time, the rest at its end. */
function accountLines(tags: Record<string, string>, processes: RawPart['processes'], rollup: RawPart['rollup'], endMs: number) {
  const generators = [...(processes ?? [])].filter(([process]) => isGenerator(process));
  const atEnd = rollup ? { pointsDropped: `${rollup.pointsDropped}i`, writeErrors: `${rollup.writeErrors}i` } : null;
  return [
    ...generators.flatMap(([process, samples]) => {
      const own = generators.length > 1 ? { ...tags, instance: process } : tags;
      return samples.map(({ timeMs, value }) => line('rollup', own, { cpuSeconds: value }, timeMs));
    }),
    ...(atEnd ? [line('rollup', tags, atEnd, endMs)] : []),
  ];
}

/** @param fields those that are null are left out */
function line(measurement: string, tags: Record<string, string>, fields: Record<string, number | string | null>, timeMs: number) {
  const tagText = Object.entries(tags).map(([name, value]) => `,${name}=${value.replaceAll(/[,= \\]/g, '\\$&')}`);
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return `${measurement}${tagText.join('')} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${Math.round(timeMs)}`;
}
