import { bottleneckOfSlices } from '../bottleneck/slices.js';

/**
 * May two targets be compared by their slices, and does the figure show what they can do?
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {'little CPU' | 'users waiting' | 'bottleneck unknown'} NotComparable why a figure does not show what the two can do, however exactly it is known
 * @typedef {{ slices: number, of: number }} Seen in so many of a target's slices
 * @typedef {{ kind: 'silent', seen: Seen }} Silent nothing was answered on the plateau
 * @typedef {{ kind: 'too fast', limit: import('../slice/health.js').Limit, seen: Seen, isBaseline: boolean }} TooFast what was measured is discarded because a part of
 *   the set-up was the limit
 * @typedef {{ kind: 'no block in common' } | Silent | TooFast} NotCompared
 */

/**
 * Cores of a target below which much of its CPU time belongs to no request: at 4 requests/s ten JVMs used 0.006 to 0.036 cores
 * (WebFlux+R2DBC in `block`, scraped each second).
 */
const LITTLE_CPU_CORES = 0.1;
/**
 * Share of a target's slices that may be discarded because it was too fast. Without its fastest twentieth, the mean of a normal distribution is lower by a
 * ninth of the standard deviation: 1 % where slices scatter by 9 %.
 */
const TOO_FAST_LIMIT = 0.05;

/**
 * @param {Group[]} groups
 * @param {{ scenario: string }} group
 * @param {string} baseline
 * @returns {Group | undefined} the baseline in the same scenario
 */
export function baseOf(groups, { scenario }, baseline) {
  return groups.find((each) => each.scenario === scenario && each.target === baseline);
}

/**
 * If nothing was saturated, throughput only reflects the number of users. CPU time of a process that hardly does anything is its own.
 * @param {Group[]} sides
 * @param {Metric} metric
 * @returns {NotComparable | null}
 */
export function whyNotComparable(sides, metric) {
  if (metric === 'cpu') return sides.some(({ stage }) => hardlyUsedCpu(stage)) ? 'little CPU' : null;
  if (sides.every(({ good }) => bottleneckOfSlices(good)?.bottleneck.kind === 'users waiting')) return 'users waiting';
  return sides.every(isUnseen) ? 'bottleneck unknown' : null;
}

/** @param {Group} group @returns {boolean} was nothing saturated, and do no slices with other users show whether its users were waiting? */
function isUnseen({ good, levels, stage }) {
  const isOnly = levels.every(({ vus, isDiscarded }) => isDiscarded || vus === stage.vus);
  return isOnly && good.every(({ bottleneck }) => bottleneck?.kind === 'unknown');
}

/** @param {{ cpuCores: number | null }} stage @returns {boolean} much of the CPU that was used was for scrapes, timers and compilers */
export function hardlyUsedCpu({ cpuCores }) {
  return cpuCores !== null && cpuCores < LITTLE_CPU_CORES;
}

/** @param {SliceFigures} slice @param {Metric} metric @returns {boolean} does it count in comparisons of that metric? */
export function sliceCounts({ discardedFor, cpuCounts }, metric) {
  return metric === 'cpu' ? cpuCounts : discardedFor.length === 0;
}

/**
 * @param {Group} group
 * @param {Group} base
 * @param {Metric} metric
 * @returns {[own: SliceFigures, base: SliceFigures][]} of the blocks that count in both
 */
function pairedSlices(group, base, metric) {
  return group.slices.flatMap((slice) => {
    const partner = base.slices.find(({ round, block }) => round === slice.round && block === slice.block);
    const counts = partner && sliceCounts(slice, metric) && sliceCounts(partner, metric);
    return counts ? [/** @type {[SliceFigures, SliceFigures]} */ ([slice, partner])] : [];
  });
}

/** @param {SliceFigures[]} slices @returns {Silent | null} null where something was answered in all of them */
export function silenceOfSlices(slices) {
  const silent = slices.filter(({ stage }) => stage.plateauSuccesses === 0).length;
  return silent > 0 ? { kind: 'silent', seen: { slices: silent, of: slices.length } } : null;
}

/** @param {Group} group @returns {TooFast | null} null where hardly any discarded slice is one of these */
export function tooFastInSlices({ slices, discarded }) {
  const limits = discarded.flatMap(({ tooFastFor }) => tooFastFor ?? []);
  if (limits.length <= TOO_FAST_LIMIT * slices.length) return null;
  const same = limits.filter((limit) => limit === limits[0]).length;
  return { kind: 'too fast', limit: limits[0], seen: { slices: same, of: slices.length }, isBaseline: false };
}

/**
 * @param {Group} group
 * @param {Group} base
 * @param {Metric} metric
 * @returns {NotCompared | null} why the two are not compared; null where they are
 */
export function whyNotCompared(group, base, metric) {
  const pairs = pairedSlices(group, base, metric);
  if (pairs.length === 0) return { kind: 'no block in common' };
  const ofBase = tooFastInSlices(base);
  return silenceOfSlices(pairs.flat()) ?? tooFastInSlices(group) ?? (ofBase && { ...ofBase, isBaseline: true });
}
