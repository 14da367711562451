/** One target in one scenario, its slices together. */
import { bottlenecksOfSlices } from '../bottleneck/bottleneck.ts';
import { pooledStage, stageOfRounds } from './pooled.ts';
import type { SliceFigures, Group, Level, StageOfRounds, StageFigures, RoundOfBlocks } from '../types.ts';

/** @param slices all of this scenario and target @param vus numbers of users, that with which targets are compared last */
export function groupOf({ scenario, target }: { scenario: string; target: string }, slices: SliceFigures[], vus: readonly number[]): Group {
  const compared = vus[vus.length - 1];
  const measured = [...new Set(vus)].filter((each) => each === compared || slices.some(({ stage }) => stage.vus === each));
  const ofLevel = (each: number) => slices.filter(({ stage }) => stage.vus === each);
  const levels = measured.map((each) => levelOf(ofLevel(each), each));
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
  const ofRounds = (slices: SliceFigures[]) => stageOfRounds(vus, [...byRound(slices).values()].map(pooled));
  const { cpuPer1000, cpuPer1000Range } = ofRounds(all.filter(({ cpuCounts }) => cpuCounts));
  const bottlenecks = bottlenecksOfSlices(good).map(({ bottleneck: { kind }, slices }) => ({ kind, slices }));
  return { ...ofRounds(good), cpuPer1000, cpuPer1000Range, bottlenecks };
}

function byRound(slices: SliceFigures[]): Map<number, SliceFigures[]> {
  return Map.groupBy(slices, ({ round }) => round);
}

function pooled(slices: SliceFigures[]): StageFigures {
  return pooledStage(slices.map(({ stage }) => stage));
}

function roundsOf(all: SliceFigures[]): RoundOfBlocks[] {
  return [...byRound(all)].map(([round, slices]) => {
    const valid = slices.filter(({ discardedFor }) => discardedFor.length === 0);
    const ofCpu = slices.filter(({ cpuCounts }) => cpuCounts);
    const [throughput, cpu] = [valid, ofCpu].map((some) => (some.length > 0 ? pooled(some) : null));
    return { round, slices: valid.length, throughput, cpu };
  });
}

/** @param slices in their order @returns those that one JVM served */
export function jvmsOf(slices: SliceFigures[]): SliceFigures[][] {
  // Where the JVM was not recorded, it is taken to be that of its round.
  return [...Map.groupBy(slices, ({ round, jvmStartedMs }) => `${round} ${jvmStartedMs}`).values()];
}
