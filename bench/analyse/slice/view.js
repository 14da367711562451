import { sum } from '../../util/math.js';

/**
 * What a part holds of one of its slices.
 *
 * @typedef {import('../../record/raw-part.js').RawPart} RawPart
 * @typedef {import('../../record/raw-part.js').Sample} Sample
 * @typedef {import('../../record/raw-part.js').ProcessSample} ProcessSample
 * @typedef {import('../../record/part.js').MeasuredPart} MeasuredPart
 * @typedef {import('../../record/part.js').Slice} Slice
 *
 * @typedef {object} RawSlice
 * @property {string} scenario
 * @property {string} target
 * @property {Slice} slice
 * @property {MeasuredPart} part
 * @property {import('../../record/hlog.js').RequestLog | null} requests of the slice
 * @property {import('../../record/raw-part.js').Metrics | null} server metrics of its target
 * @property {import('../../record/raw-part.js').Metrics | null} downstream
 * @property {Map<string, ProcessSample[]> | null} processes its target is `target`; the others together are `idle targets`
 * @property {import('../../record/rollup.js').RollupAccount | null} rollup
 */

/** The targets that are up but not under load, as one process. */
export const IDLE_TARGETS = 'idle targets';
const OF_TARGET = /^target (.+)$/;

/** @param {RawPart} raw @param {MeasuredPart} part its record @param {Slice} slice one of its slices @returns {RawSlice} */
export function sliceView(raw, part, slice) {
  const { target } = slice;
  return {
    scenario: part.scenario,
    target,
    slice,
    part,
    requests: raw.requests && (raw.requests.get(slice.slice) ?? { ok: new Map(), failed: new Map(), total: 0 }),
    server: raw.servers.get(target) ?? null,
    downstream: raw.downstream,
    processes: raw.processes && processesOf(raw.processes, target),
    rollup: raw.rollup,
  };
}

/** @param {Map<string, ProcessSample[]>} processes @param {string} target @returns {Map<string, ProcessSample[]>} */
function processesOf(processes, target) {
  const renamed = new Map(processes);
  const idle = [];
  for (const [name, samples] of processes) {
    const of = OF_TARGET.exec(name)?.[1];
    if (of === undefined) continue;
    renamed.delete(name);
    if (of === target) renamed.set('target', samples);
    else idle.push(samples);
  }
  if (idle.length > 0) renamed.set(IDLE_TARGETS, together(idle));
  return renamed;
}

/** @param {Sample[][]} processes @returns {Sample[]} their sum at each time at which all are known: one that is missing would look like time given back */
function together([first, ...others]) {
  const counters = others.map(counterOver);
  return first.flatMap(({ timeMs, value }) => {
    const values = counters.map((valueAt) => valueAt(timeMs));
    return values.every((each) => each !== null) ? [{ timeMs, value: value + sum(values) }] : [];
  });
}

/**
 * Processes of several machines were not sampled at the same times.
 * @param {Sample[]} samples of a counter, in order of time
 * @returns {(timeMs: number) => number | null} asked in order of time; null before the first and after the last
 */
function counterOver(samples) {
  let index = 0;
  return (timeMs) => {
    while (index < samples.length && samples[index].timeMs < timeMs) index++;
    const after = samples[index];
    if (after === undefined || after.timeMs === timeMs) return after?.value ?? null;
    if (index === 0) return null;
    const before = samples[index - 1];
    return before.value + ((after.value - before.value) * (timeMs - before.timeMs)) / (after.timeMs - before.timeMs);
  };
}
