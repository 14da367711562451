/** What a run takes: as it has shown so far, or as it is to be expected. */
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.ts';
import {
  JVM_SECONDS,
  estimateSeconds,
  overheadSeconds,
  secondsOfBlocks,
  targetsOf,
  warmUpSeconds,
  type Load,
} from '../measure/progress.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { pendingOf } from '../record/journal/run.ts';
import { sum } from '../util/math.ts';
import type { Run, PlannedRun, Activity } from '../record/run.ts';

/** seconds, as measured in this run; null where they have not been */
export interface Costs {
  /** start of all JVMs */
  jvmSeconds: number | null;
  /** warm-up and what else a scenario needs once a round */
  roundSeconds: number | null;
  /** one block */
  blockSeconds: number | null;
}

export const UNKNOWN_COSTS: Costs = { jvmSeconds: null, roundSeconds: null, blockSeconds: null };

/** What a run takes beside its parts: database and observers, then the short verification of each target. */
const START_SECONDS = 15;
const TARGET_SECONDS = 10;

/**
 * By its record: a run that is continued knows it as well. Scenarios share it evenly, since the first one of a JVM warms it up for all; what was repeated
 * in a round is to be expected in the next.
 */
export function costsSoFar({ catalogue, parts, sliceSeconds, spentSeconds }: Run): Costs {
  const all = parts.filter(({ state }) => state !== 'pending');
  const measured = all.filter(({ scenario }) => hasBlocks(catalogue, scenario));
  const spent = (...activities: Activity[]) => sum(activities.map((each) => spentSeconds[each] ?? 0));
  if (measured.length === 0 || spent('blocks') === 0) return UNKNOWN_COSTS;
  const blocksIn = (some: typeof measured) => sum(some.map(({ blocks }) => blocks.length));
  // A part of one target alone has one slice, and its wait for the last answers is no gap.
  const blockSeconds = (spent('blocks', 'gaps') - sliceSeconds * (all.length - measured.length)) / blocksIn(measured);
  const repeatedSeconds = blockSeconds * blocksIn(measured.filter(({ attempt }) => attempt > 1));
  const roundSeconds = (spent('warm-ups', 'preparation') + repeatedSeconds) / measured.filter(({ attempt }) => attempt === 1).length;
  const jvmSeconds = spent('jvm-starts') / new Set(measured.map(({ round }) => round)).size;
  return { jvmSeconds, roundSeconds, blockSeconds };
}

/** @param targets of a scenario @returns seconds of what it needs once a round, and of one block */
export function costOf(run: Load, targets: string[], costs: Costs): { roundSeconds: number; blockSeconds: number } {
  return {
    roundSeconds: costs.roundSeconds ?? warmUpSeconds(run, targets.length) + overheadSeconds(run),
    blockSeconds: costs.blockSeconds ?? secondsOfBlocks(run, [{ targets }]),
  };
}

/** @returns seconds in which all its JVMs start */
export function jvmSecondsOf({ targets }: Pick<Run, 'targets'>, { jvmSeconds }: Costs): number {
  return jvmSeconds ?? JVM_SECONDS * targets.length;
}

/** @returns seconds of the rounds that are not planned yet and that a verdict needs, with a block of each scenario */
export function secondsOfMissingRounds(run: PlannedRun, costs: Costs): number {
  const missing = Math.max(0, ROUNDS_FOR_VERDICT_OF_BLOCKS - run.rounds);
  const firsts = run.parts.filter(({ round, number }) => round === 1 && number === 1);
  const compared = firsts.filter(({ scenario }) => hasBlocks(run.catalogue, scenario));
  const each = compared.map((part) => costOf(run, targetsOf([part]), costs));
  return missing * (jvmSecondsOf(run, costs) + sum(each.map(({ roundSeconds, blockSeconds }) => roundSeconds + blockSeconds)));
}

/** @returns seconds of what it has planned and not measured, at most; 0 where that is nothing */
export function plannedSeconds(run: PlannedRun): number {
  const pending = pendingOf(run);
  return pending.length === 0 ? 0 : startSeconds(run) + sum(estimateSeconds(run, pending));
}

/** @returns seconds before the first part, without the JVMs */
export function startSeconds({ targets }: Pick<Run, 'targets'>): number {
  return START_SECONDS + TARGET_SECONDS * targets.length;
}

/** @returns seconds until all that it compares can have verdicts, at most */
export function secondsToVerdicts(run: PlannedRun): number {
  return plannedSeconds(run) + secondsOfMissingRounds(run, UNKNOWN_COSTS);
}

/** @returns with a budget, if it has one, of whole minutes in which it can have verdicts */
export function withTimeForVerdicts(run: PlannedRun): PlannedRun {
  const { budgetSeconds } = run;
  return budgetSeconds === null ? run : { ...run, budgetSeconds: Math.max(budgetSeconds, 60 * Math.ceil(secondsToVerdicts(run) / 60)) };
}
