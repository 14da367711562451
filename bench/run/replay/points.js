/** The points of a run's load, made again from its bundle: what InfluxDB had of it, as far as the dashboards show it. */
import { partFigures } from '../../analyse/slice/index.js';
import { isGenerator } from '../../analyse/slice/shares.js';
import { activityLine, partText } from '../../collect/activity.js';
import { latencyMs } from '../../record/hlog.js';
import { partLines } from '../part-points.js';

/**
 * @typedef {import('../../record/raw-part.js').Bundle} Bundle
 * @typedef {import('../../record/raw-part.js').RawPart} RawPart
 * @typedef {import('../../record/hlog.js').RequestLog} RequestLog
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {{ fromMs: number, toMs: number }} Window
 *
 * @typedef {object} Part
 * @property {string} scenario
 * @property {Window} window
 * @property {string[]} lines line protocol, in milliseconds
 * @property {[target: string, samples: import('./samples.js').Server][]} servers
 */

/**
 * @param {Bundle} bundle
 * @returns {Generator<Part>} of what was measured, one at a time: all of a long run at once would not fit in memory
 */
export function* partsOf({ run, readPart }) {
  for (const planned of run.parts) yield* ofPart(run, readPart(planned));
}

/** @param {Run} run @param {RawPart} raw @returns {Generator<Part>} */
function* ofPart(run, raw) {
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

/** A bundle does not know the status of a failed request. @param {Record<string, string>} tags @param {RequestLog | undefined} log */
function requestLines(tags, log) {
  if (!log) return [];
  const of = (/** @type {boolean} */ isExpected) => ({ ...tags, expected_response: String(isExpected) });
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

/** @param {Record<string, string>} tags @param {number} vus @param {number} startMs @param {number} endMs */
function userLines(tags, vus, startMs, endMs) {
  const seconds = Math.max(0, Math.round((endMs - startMs) / 1000));
  return Array.from({ length: seconds }, (_, second) => line('vus', tags, { value: vus }, startMs + second * 1000));
}

/**
 * What the output said of itself: k6's CPU over time, the rest at its end.
 * @param {Record<string, string>} tags
 * @param {RawPart['processes']} processes
 * @param {RawPart['rollup']} rollup
 * @param {number} endMs
 */
function accountLines(tags, processes, rollup, endMs) {
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

/**
 * @param {string} measurement
 * @param {Record<string, string>} tags
 * @param {Record<string, number | string | null>} fields those that are null are left out
 * @param {number} timeMs
 */
function line(measurement, tags, fields, timeMs) {
  const tagText = Object.entries(tags).map(([name, value]) => `,${name}=${value.replaceAll(/[,= \\]/g, '\\$&')}`);
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return `${measurement}${tagText.join('')} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${Math.round(timeMs)}`;
}
