import { bottleneckOfSlices } from '../bottleneck/slices.js';

/**
 * May two targets be compared by their slices, and does the figure show what they can do?
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('../comparison/comparability.js').Side} Side
 * @typedef {import('../comparison/comparability.js').Silent} Silent
 * @typedef {import('../comparison/comparability.js').TooFast} TooFast
 * @typedef {import('../comparison/comparability.js').NotCompared} NotCompared
 */

/**
 * Share of a target's slices that may be void because it was too fast. Without its fastest twentieth, the mean of a normal distribution is lower by a
 * ninth of the standard deviation: 1 % where slices scatter by 9 %.
 */
const TOO_FAST_LIMIT = 0.05;

/** @param {BlockGroup} blocks @param {Group | undefined} staircase of the same target in the same scenario @returns {Side} */
export function sideOfBlocks({ good, stage }, staircase) {
  const isOnly = !staircase || staircase.isVoid || staircase.stages.every(({ vus }) => vus === stage.vus);
  const isUnseen = isOnly && good.every(({ bottleneck }) => bottleneck?.kind === 'unknown');
  return { bottleneck: bottleneckOfSlices(good)?.bottleneck ?? null, cpuCores: stage.cpuCores, isUnseen };
}

/** @param {SliceFigures} slice @param {Metric} metric @returns {boolean} does it count in comparisons of that metric? */
export function sliceCounts({ voids, cpuCounts }, metric) {
  return metric === 'cpu' ? cpuCounts : voids.length === 0;
}

/**
 * @param {BlockGroup} group
 * @param {BlockGroup} base
 * @param {Metric} metric
 * @returns {[own: SliceFigures, base: SliceFigures][]} of the blocks that count in both
 */
export function pairedSlices(group, base, metric) {
  return group.slices.flatMap((slice) => {
    const partner = base.slices.find(({ round, block }) => round === slice.round && block === slice.block);
    const counts = partner && sliceCounts(slice, metric) && sliceCounts(partner, metric);
    return counts ? [/** @type {[SliceFigures, SliceFigures]} */ ([slice, partner])] : [];
  });
}

/**
 * @param {SliceFigures[]} slices
 * @returns {Silent | null} null where something was answered in all of them
 */
export function silenceOfSlices(slices) {
  const silent = slices.filter(({ stage }) => stage.plateauSuccesses === 0).length;
  return silent > 0 ? { kind: 'silent', seen: { slices: silent, of: slices.length } } : null;
}

/**
 * @param {BlockGroup} group
 * @returns {TooFast | null} null where hardly any void slice is one of these
 */
export function tooFastInSlices({ slices, voided }) {
  const limits = voided.flatMap(({ tooFastFor }) => tooFastFor ?? []);
  if (limits.length <= TOO_FAST_LIMIT * slices.length) return null;
  const same = limits.filter((limit) => limit === limits[0]).length;
  return { kind: 'too fast', limit: limits[0], seen: { slices: same, of: slices.length }, isBaseline: false };
}

/**
 * @param {BlockGroup} group
 * @param {BlockGroup} base
 * @param {Metric} metric
 * @returns {NotCompared | null} why the two are not compared; null where they are
 */
export function whyBlocksNotCompared(group, base, metric) {
  const pairs = pairedSlices(group, base, metric);
  if (pairs.length === 0) return { kind: 'no block in common' };
  const ofBase = tooFastInSlices(base);
  return silenceOfSlices(pairs.flat()) ?? tooFastInSlices(group) ?? (ofBase && { ...ofBase, isBaseline: true });
}
