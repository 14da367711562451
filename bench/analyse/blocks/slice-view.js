import { sum } from '../../util/math.js';

/**
 * A slice as the raw cell that it is like: one stage of one target.
 *
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
 * @typedef {import('../../record/raw-cell.js').RawSequence} RawSequence
 * @typedef {import('../../record/raw-cell.js').Sample} Sample
 * @typedef {import('../../record/raw-cell.js').ProcessSample} ProcessSample
 * @typedef {import('../../record/sequence.js').MeasuredSequence} MeasuredSequence
 * @typedef {import('../../record/sequence.js').Slice} Slice
 */

/** The targets that are up but not under load, as one process. */
export const IDLE_TARGETS = 'idle targets';
const OF_TARGET = /^target (.+)$/;

/**
 * @param {RawSequence} raw
 * @param {MeasuredSequence} sequence its record
 * @param {Slice} slice one of its slices
 * @returns {RawCell}
 */
export function sliceView(raw, sequence, slice) {
  const { scenario, round, order, state, reason } = raw.planned;
  const { target } = slice;
  return {
    planned: { scenario, target, round, order, state, reason },
    cell: cellOf(sequence, slice),
    requests: raw.requests && (raw.requests.get(slice.slice) ?? { ok: new Map(), failed: new Map(), total: 0 }),
    server: raw.servers.get(target) ?? null,
    downstream: raw.downstream,
    processes: raw.processes && processesOf(raw.processes, target),
    rollup: raw.rollup,
    droppedIterations: null,
    missing: [],
  };
}

/**
 * Scrapes are not judged by their share: of five that a slice has, one is a fifth. A plateau with fewer than two has no CPU.
 * @param {MeasuredSequence} sequence
 * @param {Slice} slice
 * @returns {import('../../record/cell.js').MeasuredCell}
 */
function cellOf(sequence, { target, startMs, endMs, plateauStartMs, plateauEndMs, counts }) {
  const { schema, scenario, round, order, state, reason, vus, yardstick, k6, generators, databaseRtt } = sequence;
  const jvm = sequence.jvms[target] ?? null;
  return {
    ...{ schema, scenario, target, round, order, state, reason, startMs, endMs, counts, yardstick, k6, generators, databaseRtt },
    stages: [{ vus, startMs, endMs, plateauStartMs, plateauEndMs }],
    warmup: sequence.warmups[target] ?? null,
    jvm,
    scrapes: null,
    checks: [],
    answers: null,
    stock: null,
  };
}

/** @param {Map<string, ProcessSample[]>} processes @param {string} target @returns {Map<string, ProcessSample[]>} as in a cell, and the other targets as one */
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
