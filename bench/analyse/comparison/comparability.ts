/** May two targets be compared by their slices, and does the figure show what they can do? */
import { bottleneckOfSlices } from '../bottleneck/bottleneck.ts';
import { present } from '../../util/math.ts';
import type { Limit } from '../slice/health.ts';
import type { Group, SliceFigures } from '../types.ts';
import type { Metric } from '../statistics/verdict.ts';

/** why a figure does not show what the two can do, however exactly it is known */
export type NotComparable = 'little CPU' | 'users waiting' | 'bottleneck unknown';

/** in so many of a target's slices */
export type Seen = { slices: number; of: number };

export type NotCompared =
  | { kind: 'no block in common' }
  | { kind: 'not recorded' }
  /** nothing was answered on the plateau */
  | { kind: 'silent'; seen: Seen }
  /** what was measured is discarded because a part of the set-up was the limit */
  | { kind: 'too fast'; limit: Limit; seen: Seen; isBaseline: boolean };

/** Cores of a target below which much of its CPU time belongs to no request: at 4 requests/s ten JVMs used 0.006 to 0.036 cores
 * (WebFlux+R2DBC in `block`, scraped each second). */
const LITTLE_CPU_CORES = 0.1;
/** Share of a target's slices that may be discarded because it was too fast. Without its fastest twentieth, the mean of a normal
 * distribution is lower by a ninth of the standard deviation: 1 % where slices scatter by 9 %. */
const TOO_FAST_LIMIT = 0.05;

/** If nothing was saturated, throughput only reflects the number of users. CPU time of a process that hardly does anything is its own. */
export function whyNotComparable(sides: Group[], metric: Metric): NotComparable | null {
  if (metric === 'cpu') return sides.some(({ stage }) => hardlyUsedCpu(stage)) ? 'little CPU' : null;
  if (sides.every(({ good }) => bottleneckOfSlices(good)?.bottleneck.kind === 'users waiting')) return 'users waiting';
  return sides.every(isUnseen) ? 'bottleneck unknown' : null;
}

/** @returns was nothing saturated, and do no slices with other users show whether its users were waiting? */
function isUnseen({ good, levels, stage }: Group): boolean {
  const isOnly = levels.every(({ vus, isDiscarded }) => isDiscarded || vus === stage.vus);
  return isOnly && good.every(({ bottleneck }) => bottleneck.kind === 'unknown');
}

/** @returns much of the CPU that was used was for scrapes, timers and compilers */
export function hardlyUsedCpu({ cpuCores }: { cpuCores: number | null }): boolean {
  return cpuCores !== null && cpuCores < LITTLE_CPU_CORES;
}

export function sliceCounts({ discardedFor, cpuCounts }: SliceFigures, metric: Metric): boolean {
  return metric === 'cpu' ? cpuCounts : discardedFor.length === 0;
}

/** @returns both of each block that counts in both */
function pairedSlices(group: Group, base: Group, metric: Metric): SliceFigures[] {
  return group.slices.flatMap((slice) => {
    const isPartner = (each: SliceFigures) => each.round === slice.round && each.block === slice.block && sliceCounts(each, metric);
    const partner = sliceCounts(slice, metric) && base.slices.find(isPartner);
    return partner ? [slice, partner] : [];
  });
}

/** @returns null where something was answered in all of them */
export function silenceOfSlices(slices: SliceFigures[]): NotCompared | null {
  const silent = slices.filter(({ stage }) => stage.plateauSuccesses === 0).length;
  return silent > 0 ? { kind: 'silent', seen: { slices: silent, of: slices.length } } : null;
}

/** @returns null where hardly any discarded slice is one of these */
export function tooFastInSlices({ slices, discarded }: Group, isBaseline = false): NotCompared | null {
  const limits = present(discarded.map(({ tooFastFor }) => tooFastFor));
  if (limits.length <= TOO_FAST_LIMIT * slices.length) return null;
  const same = limits.filter((limit) => limit === limits[0]).length;
  return { kind: 'too fast', limit: limits[0], seen: { slices: same, of: slices.length }, isBaseline };
}

export function whyNotCompared(group: Group, base: Group, metric: Metric): NotCompared | null {
  const pairs = pairedSlices(group, base, metric);
  if (pairs.length === 0) return { kind: 'no block in common' };
  return silenceOfSlices(pairs) ?? tooFastInSlices(group) ?? tooFastInSlices(base, true);
}
