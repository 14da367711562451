import { bottlenecksOfSlices } from '../bottleneck/slices.js';
import { isStillRising } from '../slice/steady.js';
import { stageOfRounds } from './rounds.js';
import { pooledStage } from './pooled.js';

/**
 * One target in one scenario, its slices together.
 *
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').Level} Level
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').StageOfRounds} StageOfRounds
 * @typedef {{ round: number, slices: SliceFigures[] }} Round
 */

/**
 * @param {{ scenario: string, target: string }} pair
 * @param {SliceFigures[]} slices all of this scenario and target
 * @param {readonly number[]} vus numbers of users, that with which targets are compared last
 * @returns {Group}
 */
export function groupOf({ scenario, target }, slices, vus) {
  const compared = vus[vus.length - 1];
  const measured = [...new Set(vus)].filter((each) => each === compared || slices.some(({ stage }) => stage.vus === each));
  const levels = measured.map((each) =>
    levelOf(
      slices.filter(({ stage }) => stage.vus === each),
      each,
    ),
  );
  return { scenario, target, ...levels[measured.indexOf(compared)], levels };
}

/**
 * Discarded slices enter only where there are no others: then their figures are shown as discarded.
 * @param {SliceFigures[]} slices
 * @param {number} vus users of every slice
 * @returns {Level}
 */
function levelOf(slices, vus) {
  const ordered = slices.toSorted((one, other) => one.round - other.round || one.block - other.block);
  const discarded = ordered.filter(({ discardedFor }) => discardedFor.length > 0);
  const isDiscarded = ordered.length > 0 && discarded.length === ordered.length;
  const good = isDiscarded ? ordered : ordered.filter((slice) => !discarded.includes(slice));
  return { vus, slices: ordered, good, isDiscarded, discarded, stage: stageOf(good, ordered, vus), rounds: roundsOf(ordered) };
}

/** @param {SliceFigures[]} good @param {SliceFigures[]} all @param {number} vus @returns {StageOfRounds} */
function stageOf(good, all, vus) {
  const ofCpu = stageOfRounds(vus, stagesByRound(all.filter(({ cpuCounts }) => cpuCounts)));
  return {
    ...stageOfRounds(vus, stagesByRound(good)),
    cpuPer1000: ofCpu.cpuPer1000,
    cpuPer1000Range: ofCpu.cpuPer1000Range,
    bottlenecks: bottlenecksOfSlices(good).map(({ bottleneck, slices }) => ({ kind: bottleneck.kind, slices })),
  };
}

/** @param {SliceFigures[]} slices @returns {StageFigures[]} of each round that has any */
function stagesByRound(slices) {
  return byRound(slices).map((round) => pooledStage(round.slices.map(({ stage }) => stage)));
}

/** @param {SliceFigures[]} slices in their order @returns {Round[]} */
function byRound(slices) {
  const numbers = [...new Set(slices.map(({ round }) => round))];
  return numbers.map((number) => ({ round: number, slices: slices.filter(({ round }) => round === number) }));
}

/** @param {SliceFigures[]} slices @returns {import('../types.js').RoundOfBlocks[]} */
function roundsOf(slices) {
  return byRound(slices).map((round) => {
    const valid = round.slices.filter(({ discardedFor }) => discardedFor.length === 0);
    const ofCpu = round.slices.filter(({ cpuCounts }) => cpuCounts);
    const pooled = (/** @type {SliceFigures[]} */ some) => (some.length > 0 ? pooledStage(some.map(({ stage }) => stage)) : null);
    const [throughput, cpu] = [pooled(valid), pooled(ofCpu)];
    return { round: round.round, slices: valid.length, throughput, cpu, rps: throughput?.rps ?? null, cpuPer1000: cpu?.cpuPer1000 ?? null };
  });
}

/** @param {SliceFigures[]} slices in their order @returns {SliceFigures[][]} those that one JVM served */
export function jvmsOf(slices) {
  const jvms = [...new Set(slices.map(jvmOf))];
  return jvms.map((jvm) => slices.filter((slice) => jvmOf(slice) === jvm));
}

/** Where the JVM was not recorded, it is taken to be that of its round. @param {SliceFigures} slice */
function jvmOf({ round, jvmStartedMs }) {
  return `${round} ${jvmStartedMs}`;
}

/** @param {SliceFigures[]} slices of one JVM @returns {boolean | null} did its throughput rise from slice to slice? */
export function rising(slices) {
  return isStillRising(slices.map(({ stage }) => stage.plateauSuccesses ?? 0));
}
