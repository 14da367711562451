/**
 * May two targets be compared, and does the figure show what they can do?
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {'little CPU' | 'users waiting' | 'bottleneck unknown'} NotComparable why a figure does not show what the two can do, however exactly it is known
 * @typedef {{ slices: number, of: number } | null} Seen in so many of a target's slices; null: in its one cell
 * @typedef {{ kind: 'silent', seen: Seen }} Silent nothing was answered on the plateau
 * @typedef {{ kind: 'too fast', limit: import('../cell/health.js').Limit, seen: Seen, isBaseline: boolean }} TooFast what was measured is void because a part of
 *   the set-up was the limit
 * @typedef {{ kind: 'no valid cell' } | { kind: 'no block in common' } | Silent | TooFast} NotCompared
 * @typedef {{ bottleneck: import('../bottleneck/bottleneck.js').Bottleneck | null, cpuCores: number | null, isUnseen: boolean }} Side what a target's cell or
 *   its slices say of one stage; `isUnseen`: nothing was saturated, and no other stage shows whether its users were waiting
 */

/**
 * Cores of a target below which much of its CPU time belongs to no request: at 4 requests/s ten JVMs used 0.006 to 0.036 cores
 * (WebFlux+R2DBC in `block`, scraped each second).
 */
const LITTLE_CPU_CORES = 0.1;

/**
 * @template {{ scenario: string, target: string }} T
 * @param {T[]} groups
 * @param {{ scenario: string }} group
 * @param {string} baseline
 * @returns {T | undefined} the baseline in the same scenario
 */
export function baseOf(groups, { scenario }, baseline) {
  return groups.find((each) => each.scenario === scenario && each.target === baseline);
}

/** @param {CellFigures} cell @param {number} stage @returns {Side} */
export function sideOf({ bottlenecks, stages }, stage) {
  const isOnly = stages.every(({ vus }) => vus === stages[stage].vus);
  const bottleneck = bottlenecks[stage];
  return { bottleneck, cpuCores: stages[stage].cpuCores, isUnseen: isOnly && bottleneck?.kind === 'unknown' };
}

/**
 * If nothing was saturated, throughput only reflects the number of users. CPU time of a process that hardly does anything is its own.
 * @param {Side[]} sides
 * @param {Metric} metric
 * @returns {NotComparable | null}
 */
export function whyNotComparable(sides, metric) {
  if (metric === 'cpu') return sides.some(hardlyUsedCpu) ? 'little CPU' : null;
  if (sides.every(({ bottleneck }) => bottleneck?.kind === 'users waiting')) return 'users waiting';
  return sides.every(({ isUnseen }) => isUnseen) ? 'bottleneck unknown' : null;
}

/** @param {Pick<Side, 'cpuCores'>} stage @returns {boolean} much of the CPU that was used was for scrapes, timers and compilers */
export function hardlyUsedCpu({ cpuCores }) {
  return cpuCores !== null && cpuCores < LITTLE_CPU_CORES;
}

/**
 * @param {Group} group
 * @param {Group} base
 * @returns {[own: CellFigures, base: CellFigures] | null} null where one of them has no valid cell
 */
export function validCells(group, base) {
  if (group.isVoid || base.isVoid) return null;
  return group.cell && base.cell && [group.cell, base.cell];
}

/**
 * Without an answer there is no ratio.
 * @param {Pick<CellFigures, 'stages'>[]} cells
 * @param {number} stage
 * @returns {Silent | null} null where something was answered in each of them
 */
export function silence(cells, stage) {
  return cells.some(({ stages }) => stages[stage]?.plateauSuccesses === 0) ? { kind: 'silent', seen: null } : null;
}

/**
 * @param {Group} group
 * @param {Group} base
 * @param {number} stage
 * @returns {NotCompared | null} why the two are not compared at that stage; null where they are
 */
export function whyNotCompared(group, base, stage) {
  const cells = validCells(group, base);
  return cells === null ? { kind: 'no valid cell' } : silence(cells, stage);
}
