/** What a run takes: as it has shown so far, or as it is to be expected. */
import { GAP_SECONDS } from '../../k6/lib/blocks.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.ts';
import { SLICE_SECONDS } from '../measure/warm-up/together.ts';
import { backlogSeconds, comparedTogether, type Load as BackloggedLoad } from '../plan/run.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { pendingOf } from '../record/ending.ts';
import { targetsIn } from '../record/part.ts';
import { sliceCount, type Activity, type Plan, type PlannedPart, type PlannedRun, type Run } from '../record/run.ts';
import { sum } from '../util/math.ts';

/** What a run takes beside its parts: database and observers, then the short verification of each target. */
const START_SECONDS = 15;
const TARGET_SECONDS = 10;
/** A part's time beside its load: waiting until idle, database reset, k6's start and end. */
const OVERHEAD_SECONDS = 4;
/** Several k6 wait for each other. */
const TOGETHER_SECONDS = 3;
/** Load that a target needs until it is warm for a scenario, on two cores: 20 to 50 s for the first one of its JVM, 8 s for a further one. */
const USUAL_WARM_UP_SECONDS = 20;
/** A JVM's start and its first hundred scrapes, where all are started at once: 6 to 10 s on two cores. */
const JVM_SECONDS = 7;

/** as measured in this run, null where not: start of all JVMs; warm-up and what else a scenario needs once a round; one block */
export type Costs = Record<'jvmSeconds' | 'roundSeconds' | 'blockSeconds', number | null>;

export const UNKNOWN_COSTS: Costs = { jvmSeconds: null, roundSeconds: null, blockSeconds: null };

type Load = BackloggedLoad & Pick<Plan, 'warmupMaxSeconds' | 'sliceSeconds' | 'generators'>;

/** @returns seconds of each, with usual warm-ups: of the first of a round with the start of its JVMs, of the first of a scenario with its warm-up */
export function estimateSeconds(run: Load, parts: PlannedPart[], { areWarm = false }: { areWarm?: boolean } = {}): number[] {
  return comparedTogether(parts).flatMap((group, place, groups) => {
    const targets = targetsOf(group);
    const isNewRound = group[0].round !== groups[place - 1]?.[0].round;
    const before = (isNewRound ? jvmSecondsOf({ targets }, UNKNOWN_COSTS) : 0) + (areWarm ? 0 : warmUpSeconds(run, targets.length));
    const seconds = group.map((part, index) => {
      return secondsOfBlocks(run, part.blocks) + overheadSeconds(run) + (index === 0 ? before : 0);
    });
    seconds[seconds.length - 1] += backlogAfter(run, group, seconds);
    return seconds;
  });
}

/** @param seconds of each part without its backlog @returns after the last part: backlogs last on while the next parts are measured */
function backlogAfter(run: Load, group: PlannedPart[], seconds: number[]): number {
  const left = group.map(({ scenario, blocks }, index) => {
    const [target] = targetsIn(blocks);
    return hasBlocks(run.catalogue, scenario) ? 0 : backlogSeconds(run, { scenario, target }) - sum(seconds.slice(index + 1));
  });
  return Math.max(0, ...left);
}

/** @returns seconds of a part or warm-up beside its load */
function overheadSeconds({ generators = 1 }: Pick<Load, 'generators'>): number {
  return generators > 1 ? OVERHEAD_SECONDS + TOGETHER_SECONDS : OVERHEAD_SECONDS;
}

/** @param targets that are warmed up together @returns seconds, as a rule */
export function warmUpSeconds(run: Pick<Load, 'warmupMaxSeconds' | 'generators'>, targets: number): number {
  const { warmupMaxSeconds } = run;
  const slices = Math.max(1, Math.floor(Math.min(warmupMaxSeconds, USUAL_WARM_UP_SECONDS) / SLICE_SECONDS)) * targets;
  return warmupMaxSeconds === 0 ? 0 : slices * SLICE_SECONDS + overheadSeconds(run);
}

export function targetsOf(parts: PlannedPart[]): string[] {
  return targetsIn(parts.flatMap(({ blocks }) => blocks));
}

/** @returns with the gaps that they have at least */
function secondsOfBlocks({ sliceSeconds }: Pick<Load, 'sliceSeconds'>, blocks: Parameters<typeof sliceCount>[0]): number {
  return sliceCount(blocks) * (sliceSeconds + GAP_SECONDS);
}

/** By its record. Scenarios share it evenly, since the first one of a JVM warms it up for all; what was repeated may be so in the next round. */
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
  const each = compared.map((part) => costOf(run, targetsIn(part.blocks), costs));
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
