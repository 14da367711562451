/** One target in one scenario, its slices together. */
import { bottlenecksOfSlices } from '../bottleneck/slices.ts';
import { isStillRising } from '../slice/steady.ts';
import { stageOfRounds } from './rounds.ts';
import { pooledStage } from './pooled.ts';
import type { SliceFigures, Group, Level, StageOfRounds, StageFigures, RoundOfBlocks } from '../types.ts';

type Round = { round: number; slices: SliceFigures[] };

/** @param slices all of this scenario and target @param vus numbers of users, that with which targets are compared last */
export function groupOf({ scenario, target }: { scenario: string; target: string }, slices: SliceFigures[], vus: readonly number[]): Group {
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

/** Discarded slices enter only where there are no others: then their figures are shown as discarded. @param vus users of every slice */
function levelOf(slices: SliceFigures[], vus: number): Level {
  const ordered = slices.toSorted((one, other) => one.round - other.round || one.block - other.block);
  const discarded = ordered.filter(({ discardedFor }) => discardedFor.length > 0);
  const isDiscarded = ordered.length > 0 && discarded.length === ordered.length;
  const good = isDiscarded ? ordered : ordered.filter((slice) => !discarded.includes(slice));
  return { vus, slices: ordered, good, isDiscarded, discarded, stage: stageOf(good, ordered, vus), rounds: roundsOf(ordered) };
}

function stageOf(good: SliceFigures[], all: SliceFigures[], vus: number): StageOfRounds {
  const ofCpu = stageOfRounds(vus, stagesByRound(all.filter(({ cpuCounts }) => cpuCounts)));
  return {
    ...stageOfRounds(vus, stagesByRound(good)),
    cpuPer1000: ofCpu.cpuPer1000,
    cpuPer1000Range: ofCpu.cpuPer1000Range,
    bottlenecks: bottlenecksOfSlices(good).map(({ bottleneck, slices }) => ({ kind: bottleneck.kind, slices })),
  };
}

/** @returns of each round that has any */
function stagesByRound(slices: SliceFigures[]): StageFigures[] {
  return byRound(slices).map((round) => pooledStage(round.slices.map(({ stage }) => stage)));
}

/** @param slices in their order */
function byRound(slices: SliceFigures[]): Round[] {
  const numbers = [...new Set(slices.map(({ round }) => round))];
  return numbers.map((number) => ({ round: number, slices: slices.filter(({ round }) => round === number) }));
}

function roundsOf(slices: SliceFigures[]): RoundOfBlocks[] {
  return byRound(slices).map((round) => {
    const valid = round.slices.filter(({ discardedFor }) => discardedFor.length === 0);
    const ofCpu = round.slices.filter(({ cpuCounts }) => cpuCounts);
    const pooled = (some: SliceFigures[]) => (some.length > 0 ? pooledStage(some.map(({ stage }) => stage)) : null);
    const [throughput, cpu] = [pooled(valid), pooled(ofCpu)];
    return { round: round.round, slices: valid.length, throughput, cpu, rps: throughput?.rps ?? null, cpuPer1000: cpu?.cpuPer1000 ?? null };
  });
}

/** @param slices in their order @returns those that one JVM served */
export function jvmsOf(slices: SliceFigures[]): SliceFigures[][] {
  const jvms = [...new Set(slices.map(jvmOf))];
  return jvms.map((jvm) => slices.filter((slice) => jvmOf(slice) === jvm));
}

/** Where the JVM was not recorded, it is taken to be that of its round. */
function jvmOf({ round, jvmStartedMs }: SliceFigures) {
  return `${round} ${jvmStartedMs}`;
}

/** @param slices of one JVM @returns did its throughput rise from slice to slice? */
export function rising(slices: SliceFigures[]): boolean | null {
  return isStillRising(slices.map(({ stage }) => stage.plateauSuccesses ?? 0));
}
