/** What a part holds of one of its slices. */
import { sum } from '../../util/math.ts';
import type { Slice, MeasuredPart } from '../../record/part.ts';
import { emptyLog } from '../../record/hlog.ts';
import type { RawPart } from '../../record/bundle-reader.ts';
import type { ProcessSample, Sample } from '../../record/samples.ts';

export type RawSlice = ReturnType<typeof sliceView>;

/** The targets that are up but not under load, as one process. */
export const IDLE_TARGETS = 'idle targets';
const OF_TARGET = /^target (.+)$/;

export function sliceView(raw: RawPart, part: MeasuredPart, slice: Slice) {
  const { target } = slice;
  const { downstream, rollup } = raw;
  return {
    ...{ scenario: part.scenario, target, slice, part, downstream, rollup },
    /** of the slice */
    requests: raw.requests && (raw.requests.get(slice.slice) ?? emptyLog()),
    /** metrics of its target */
    server: raw.servers.get(target) ?? null,
    /** its target is `target`; the others together are `idle targets` */
    processes: raw.processes && processesOf(raw.processes, target),
  };
}

function processesOf(processes: Map<string, ProcessSample[]>, target: string): Map<string, ProcessSample[]> {
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

/** @returns their sum at each time at which all are known: one that is missing would look like time given back */
function together([first, ...others]: Sample[][]): Sample[] {
  const counters = others.map(counterOver);
  return first.flatMap(({ timeMs, value }) => {
    const values = counters.map((valueAt) => valueAt(timeMs));
    return values.every((each) => each !== null) ? [{ timeMs, value: value + sum(values) }] : [];
  });
}

/** Processes of several machines were not sampled at the same times.
 * @returns asked in order of time; null before the first and after the last */
function counterOver(samples: Sample[]): (timeMs: number) => number | null {
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
