import { bottleneckOfRounds } from '../bottleneck/rounds.js';

/**
 * May two targets be compared, and does the figure show what they can do?
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {'little CPU' | 'users waiting' | 'bottleneck unknown'} NotComparable why a figure does not show what the two can do, however exactly it is known
 * @typedef {'rounds' | 'slices'} Unit what is counted
 * @typedef {{ kind: 'silent', rounds: number, of: number, unit: Unit }} Silent nothing was answered on the plateau in so many rounds or slices
 * @typedef {{ kind: 'too fast', limit: import('../cell/health.js').Limit, rounds: number, of: number, unit: Unit, isBaseline: boolean }} TooFast so many rounds or
 *   slices are void because a part of the set-up was the limit
 * @typedef {{ kind: 'no round in common' } | { kind: 'no block in common' } | Silent | TooFast} NotCompared
 * @typedef {{ bottleneck: import('../bottleneck/bottleneck.js').Bottleneck | null, cpuCores: number | null, isUnseen: boolean }} Side what a target's rounds
 *   say of one stage; `isUnseen`: in none of them anything was saturated, and no other stage shows whether its users were waiting
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

/** @param {Group} group @param {number} stage @returns {Side} */
export function sideOf({ good, stages }, stage) {
  const isOnly = stages.every(({ vus }) => vus === stages[stage].vus);
  const isUnseen = isOnly && good.every(({ bottlenecks }) => bottlenecks[stage]?.kind === 'unknown');
  return { bottleneck: bottleneckOfRounds(good, stage)?.bottleneck ?? null, cpuCores: stages[stage].cpuCores, isUnseen };
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
 * @returns {[own: CellFigures, base: CellFigures][]} of the rounds that count in both
 */
export function pairedRounds(group, base) {
  if (group.isVoid || base.isVoid) return [];
  return group.good.flatMap((cell) => {
    const partner = base.good.find(({ planned }) => planned.round === cell.planned.round);
    return partner ? [/** @type {[CellFigures, CellFigures]} */ ([cell, partner])] : [];
  });
}

/**
 * Rounds without an answer have no ratio, and without them the others would be the lucky ones.
 * @param {Pick<CellFigures, 'stages'>[][]} rounds of each its cells
 * @param {number} stage
 * @returns {Silent | null} null where something was answered in all of them
 */
export function silence(rounds, stage) {
  const silent = rounds.filter((cells) => cells.some(({ stages }) => stages[stage]?.plateauSuccesses === 0)).length;
  return silent > 0 ? { kind: 'silent', rounds: silent, of: rounds.length, unit: 'rounds' } : null;
}

/**
 * Without the rounds in which the target was too fast for what measures it, the others would be the slow ones.
 * @param {Group} group
 * @param {number} stage
 * @returns {TooFast | null} null where no void round is one of these
 */
export function tooFast({ good, voided, isVoid }, stage) {
  const [limit, ...others] = voided.flatMap((cell) => cell.tooFastFor[stage] ?? []);
  if (limit === undefined) return null;
  const rounds = 1 + others.filter((each) => each === limit).length;
  return { kind: 'too fast', limit, rounds, of: isVoid ? voided.length : good.length + voided.length, unit: 'rounds', isBaseline: false };
}

/**
 * @param {Group} group
 * @param {Group} base
 * @param {number} stage
 * @returns {NotCompared | null} why the two are not compared at that stage; null where they are
 */
export function whyNotCompared(group, base, stage) {
  const pairs = pairedRounds(group, base);
  if (pairs.length === 0) return { kind: 'no round in common' };
  const ofBase = tooFast(base, stage);
  return silence(pairs, stage) ?? tooFast(group, stage) ?? (ofBase && { ...ofBase, isBaseline: true });
}
