/** One target in one scenario, its slices together as one plateau, and its rounds: sums over sums, means by time, histograms merged. */
import { bottlenecksOfSlices } from '../bottleneck/bottleneck.ts';
import { latencyMs, merged } from '../../record/hlog.ts';
import { coresWithoutCompilers, throttledShare } from '../slice/stage.ts';
import { generatorCores } from '../slice/shares.ts';
import { highest, present, sum } from '../../util/math.ts';
import type { SliceFigures, Group, StageFigures, Range } from '../types.ts';

/** @param slices all of this scenario and target @param vus numbers of users, that with which targets are compared last */
export function groupOf({ scenario, target }: { scenario: string; target: string }, slices: SliceFigures[], vus: readonly number[]): Group {
  const compared = vus[vus.length - 1];
  const measured = [...new Set(vus)].filter((each) => each === compared || slices.some(({ stage }) => stage.vus === each));
  const ofLevel = (each: number) => slices.filter(({ stage }) => stage.vus === each);
  const levels = measured.map((each) => levelOf(ofLevel(each), each));
  return { scenario, target, ...levels[measured.indexOf(compared)], levels };
}

/** the slices of one target in one scenario with the same number of users */
export type Level = ReturnType<typeof levelOf>;

/** Discarded slices enter only where there are no others: then their figures are shown as discarded. @param vus users of every slice */
function levelOf(slices: SliceFigures[], vus: number) {
  const ordered = slices.toSorted((one, other) => one.round - other.round || one.block - other.block);
  const discarded = ordered.filter(({ discardedFor }) => discardedFor.length > 0);
  const isDiscarded = ordered.length > 0 && discarded.length === ordered.length;
  const good = isDiscarded ? ordered : ordered.filter((slice) => !discarded.includes(slice));
  return {
    vus,
    /** all, in the order of rounds and blocks */
    slices: ordered,
    /** slices that the figures are made of: the valid ones, or where there is none the discarded ones */
    good,
    /** are the figures those of discarded slices? */
    isDiscarded,
    discarded,
    /** of the good slices, ranges over their rounds */
    stage: stageOf(good, ordered, vus),
    /** in their order; without those that have no slice */
    rounds: roundsOf(ordered),
  };
}

function stageOf(good: SliceFigures[], all: SliceFigures[], vus: number) {
  const ofRounds = (slices: SliceFigures[]) => stageOfRounds(vus, [...byRound(slices).values()].map(pooledStage));
  const { cpuPer1000, cpuPer1000Range } = ofRounds(all.filter(({ cpuCounts }) => cpuCounts));
  return {
    ...ofRounds(good),
    ...{ cpuPer1000, cpuPer1000Range },
    /** of the slices, the most frequent first */
    bottlenecks: bottlenecksOfSlices(good).map(({ bottleneck: { kind }, slices }) => ({ kind, slices })),
  };
}

function byRound(slices: SliceFigures[]): Map<number, SliceFigures[]> {
  return Map.groupBy(slices, ({ round }) => round);
}

/** @returns of each round how many slices are valid, these as one plateau, and those whose CPU counts as one; null where there are none of them */
function roundsOf(all: SliceFigures[]) {
  return [...byRound(all)].map(([round, slices]) => {
    const valid = slices.filter(({ discardedFor }) => discardedFor.length === 0);
    const ofCpu = slices.filter(({ cpuCounts }) => cpuCounts);
    const [throughput, cpu] = [valid, ofCpu].map((some) => (some.length > 0 ? pooledStage(some) : null));
    return { round, slices: valid.length, throughput, cpu };
  });
}

/** @param slices in their order @returns those that one JVM served */
export function jvmsOf(slices: SliceFigures[]): SliceFigures[][] {
  // Where the JVM was not recorded, it is taken to be that of its round.
  return [...Map.groupBy(slices, ({ round, jvmStartedMs }) => `${round} ${jvmStartedMs}`).values()];
}

type Figure = (stage: StageFigures) => number | null;

/** @param slices at least one; those without a log count not at all, unless none has one */
export function pooledStage(slices: SliceFigures[]): StageFigures {
  const stages = slices.map(({ stage }) => stage);
  const logged = stages.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  return together(stages[0].vus, logged.length > 0 ? logged : stages);
}

function stageOfRounds(vus: number, stages: StageFigures[]) {
  const rpsByRound = present(stages.map(({ rps }) => rps));
  return {
    ...together(vus, stages),
    /** how many are in it */
    rounds: stages.length,
    rpsRange: range(rpsByRound),
    rpsByRound,
    cpuPer1000Range: range(present(stages.map((stage) => stage.cpuPer1000))),
    /** mean of the rounds' plateaus, by time */
    generatorCores: meanByTime(stages, (stage) => generatorCores(stage.processCores) ?? null),
  };
}

function together(vus: number, stages: StageFigures[]): StageFigures {
  const mean = (figure: Figure) => meanByTime(stages, figure);
  const most = (figure: Figure) => highest(stages.map(figure));
  const added = (figure: Figure) => {
    const known = present(stages.map(figure));
    return known.length > 0 ? sum(known) : null;
  };
  const okHistogram = merged(stages.map((stage) => stage.okHistogram));
  const throttling = throttlingOf(stages);
  const isMetered = stages.some(({ compilerCores }) => compilerCores !== null);
  return {
    vus,
    successes: added((stage) => stage.successes),
    failures: added((stage) => stage.failures),
    plateauSeconds: sum(stages.map((stage) => stage.plateauSeconds)),
    plateauSuccesses: added((stage) => stage.plateauSuccesses),
    rps: pooledRps(stages),
    latency: latencyMs(okHistogram),
    cpuCores: mean((stage) => stage.cpuCores),
    compilerCores: mean((stage) => stage.compilerCores),
    cpuPer1000: cpuPerRequests(stages, coresWithoutCompilers),
    compilerCpuPer1000: isMetered ? cpuPerRequests(stages, ({ compilerCores }) => compilerCores ?? 0) : null,
    threadsMax: most((stage) => stage.threadsMax),
    inFlightMax: most((stage) => stage.inFlightMax),
    heapMaxBytes: most((stage) => stage.heapMaxBytes),
    rssMaxBytes: most((stage) => stage.rssMaxBytes),
    throttling,
    throttledShare: throttledShare(throttling),
    compilingShare: mean((stage) => stage.compilingShare),
    gcPauseShare: mean((stage) => stage.gcPauseShare),
    processCores: coresOf(stages),
    absent: {},
    okHistogram,
  };
}

function throttlingOf(stages: StageFigures[]): StageFigures['throttling'] {
  const counted = present(stages.map(({ throttling }) => throttling));
  if (counted.length === 0) return null;
  return { throttled: sum(counted.map((each) => each.throttled)), periods: sum(counted.map((each) => each.periods)) };
}

function coresOf(stages: StageFigures[]): Record<string, number> {
  const names = [...new Set(stages.flatMap(({ processCores }) => Object.keys(processCores)))];
  return Object.fromEntries(names.map((name) => [name, Number(meanByTime(stages, ({ processCores }) => processCores[name] ?? null))]));
}

/** CPU seconds over thousands of successes, both of the plateaus that have both. */
function cpuPerRequests(stages: StageFigures[], cores: (stage: StageFigures) => number) {
  const known = stages.filter(({ cpuCores, plateauSuccesses }) => cpuCores !== null && plateauSuccesses !== null);
  const successes = sum(known.map(({ plateauSuccesses }) => Number(plateauSuccesses)));
  return successes > 0 ? (sum(known.map((stage) => cores(stage) * stage.plateauSeconds)) / successes) * 1000 : null;
}

function meanByTime(stages: StageFigures[], figure: Figure): number | null {
  const known = stages.filter((stage) => figure(stage) !== null && stage.plateauSeconds > 0);
  const seconds = sum(known.map((stage) => stage.plateauSeconds));
  return seconds > 0 ? sum(known.map((stage) => Number(figure(stage)) * stage.plateauSeconds)) / seconds : null;
}

/** @returns successes per second of their plateaus together; one without a log counts not at all */
export function pooledRps(stages: StageFigures[]): number | null {
  const known = stages.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  const seconds = sum(known.map(({ plateauSeconds }) => plateauSeconds));
  return seconds > 0 ? sum(known.map(({ plateauSuccesses }) => Number(plateauSuccesses))) / seconds : null;
}

function range(values: number[]): Range | null {
  return values.length > 0 ? [Math.min(...values), Math.max(...values)] : null;
}
