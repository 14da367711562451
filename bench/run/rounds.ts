/**
 * Has a run enough rounds? It has when its time is over, or when its ratios are known as exactly as was asked for. What the rounds say does not matter: a
 * run that stops at the first difference finds one anywhere.
 */
import { blockSamples, precision } from '../analyse/comparison/comparison.ts';
import { noiseComponents, varianceWithinRounds } from '../analyse/statistics/two-levels.ts';
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
import { aimOf, isReached, secondsToAim } from '../plan/aim.ts';
import { nextRound, type ScenarioState, type Limits } from '../plan/allocation.ts';
import { planRound } from '../plan/order.ts';
import { traitsOf } from '../plan/run.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { endingOf } from '../record/ending.ts';
import { pendingOf } from '../record/journal/run.ts';
import { present, sum } from '../util/math.ts';
import type { Figures } from '../analyse/types.ts';
import type { Run, PlannedPart, Activity, PlannedRun } from '../record/run.ts';
import type { Note } from '../record/json/notes.ts';

type BlockSample = ReturnType<typeof blockSamples>[number];

type Measured = Pick<Figures, 'groups' | 'comparisons'>;

/** measured in this run; null or absent where it has not been */
interface Costs {
  /** start of all JVMs */
  jvmSeconds: number | null;
  /** warm-up and what else a scenario needs once a round; one block */
  byScenario: Map<string, { roundSeconds: number; blockSeconds: number }>;
}

/** What a run takes beside its parts: database and observers, then the short verification of each target. */
const START_SECONDS = 15;
const TARGET_SECONDS = 10;
/** Reasons of a discarded slice that lie in the target. */
const LASTING = ['refused', 'generator overused', 'downstream busy', 'downstream late', 'requests failed'];

/**
 * @param run with a budget, all of it measured so far
 * @param measured its figures
 * @param remainingSeconds of the budget
 * @returns of the round to add, none if there are
 * enough; why
 */
export function roundToAdd(run: Run, measured: Measured, costs: Costs, remainingSeconds: number): { parts: PlannedPart[]; note: Note } {
  const round = run.rounds + 1;
  const { states, limits } = planningOf(run, measured, costs);
  const planned = nextRound(states, { ...limits, remainingSeconds });
  if (planned === null) return { parts: [], note: endNote(run, measured, states, limits) };
  const blocks = Object.fromEntries(planned.scenarios.map(({ scenario, blocks: count }) => [scenario, count]));
  const parts = planRound(run, round, traitsOf(run.catalogue, run), { after: run.parts.length, blocks });
  const scenarios = planned.scenarios.map(({ scenario, blocks: count }) => {
    const state = states.find((each) => each.scenario === scenario);
    return { scenario, blocks: count, blockVariance: state?.sigma2Block ?? null, roundVariance: state?.sigma2Round ?? null };
  });
  return { parts, note: { kind: 'round-planned', round, scenarios } };
}

/** @returns what the planner goes by */
export function planningOf(
  run: Run,
  measured: Measured,
  costs: Costs,
): { states: ScenarioState[]; limits: Omit<Limits, 'remainingSeconds'> } {
  return {
    states: run.scenarios
      .filter((scenario) => hasBlocks(run.catalogue, scenario))
      .flatMap((scenario) => stateOf(run, measured, scenario, costs) ?? []),
    limits: {
      targetHalfWidth: endingOf(run).halfWidth,
      jvmSeconds: jvmSecondsOf(run, costs),
      leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS,
    },
  };
}

/**
 * What this run has cost, by its record: a run that is continued knows it as well. Scenarios share it evenly, since the first one of a JVM warms it up for
 * all; what was repeated in a round is to be expected in the next.
 */
export function costsSoFar({ catalogue, scenarios, parts, sliceSeconds, spentSeconds }: Run): Costs {
  const all = parts.filter(({ state }) => state !== 'pending');
  const measured = all.filter(({ scenario }) => hasBlocks(catalogue, scenario));
  const spent = (...activities: Activity[]) => sum(activities.map((each) => spentSeconds[each] ?? 0));
  if (measured.length === 0 || spent('blocks') === 0) return { jvmSeconds: null, byScenario: new Map() };
  const blocksIn = (some: typeof measured) => sum(some.map(({ blocks }) => blocks.length));
  // A part of one target alone has one slice, and its wait for the last answers is no gap.
  const blockSeconds = (spent('blocks', 'gaps') - sliceSeconds * (all.length - measured.length)) / blocksIn(measured);
  const repeatedSeconds = blockSeconds * blocksIn(measured.filter(({ attempt }) => attempt > 1));
  const roundSeconds = (spent('warm-ups', 'preparation') + repeatedSeconds) / measured.filter(({ attempt }) => attempt === 1).length;
  const jvmSeconds = spent('jvm-starts') / new Set(measured.map(({ round }) => round)).size;
  return { jvmSeconds, byScenario: new Map(scenarios.map((scenario) => [scenario, { roundSeconds, blockSeconds }])) };
}

/** @returns null where nothing can be compared */
function stateOf(run: Run, { groups, comparisons }: Measured, scenario: string, costs: Costs): ScenarioState | null {
  const own = groups.filter((group) => group.scenario === scenario && mayCount(group));
  if (own.length < 2 || own.every(({ target }) => target !== run.baseline)) return null;
  const samples = blockSamples(own, 'throughput');
  const targets = own.map(({ target }) => target);
  const noise = noiseComponents(samples, targets);
  const widths = ofThroughput(comparisons)
    .filter((each) => each.scenario === scenario)
    .map(precision);
  const cost = costOf(run, scenario, targets, costs);
  const shared = mostShared(samples, targets, run.baseline);
  return {
    scenario,
    targets: targets.length,
    others: run.scenarios.filter((each) => hasBlocks(run.catalogue, each)).length - 1,
    sigma2Block: varianceWithinRounds(samples, targets),
    sigma2Round: noise?.sigma2Round ?? null,
    rounds: roundsIn(shared),
    blocksSoFar: shared.length,
    halfWidth: widths.length === 0 || widths.includes(null) ? null : Math.max(...present(widths)),
    costRoundSeconds: cost.roundSeconds,
    costBlockSeconds: cost.blockSeconds,
  };
}

/** @returns false where every slice is discarded for what the target itself came to, as it would be in a further round */
function mayCount({ slices }: Figures['groups'][number]): boolean {
  return slices.length === 0 || slices.some(({ discardedFor }) => !discardedFor.some(({ kind }) => LASTING.includes(kind)));
}

/**
 * @returns the blocks that count for the target which shares the most rounds with the baseline: the others of its scenario must not lose
 * their verdicts to one that lacks a round, which keeps the scenario open
 */
function mostShared(samples: BlockSample[], targets: string[], baseline: string): BlockSample[] {
  const others = targets.filter((target) => target !== baseline);
  return others
    .map((target) => samples.filter(({ values }) => target in values && baseline in values))
    .reduce((most, each) => (roundsIn(each) > roundsIn(most) ? each : most));
}

function roundsIn(samples: BlockSample[]): number {
  return new Set(samples.map(({ round }) => round)).size;
}

function costOf(run: Load, scenario: string, targets: string[], costs: Costs): { roundSeconds: number; blockSeconds: number } {
  const blockSeconds = secondsOfBlocks(run, { blocks: [{ targets }] });
  const planned = { roundSeconds: warmUpSeconds(run, targets.length) + overheadSeconds(run), blockSeconds };
  return costs.byScenario.get(scenario) ?? planned;
}

function jvmSecondsOf({ targets }: Pick<Run, 'targets'>, { jvmSeconds }: Costs) {
  return jvmSeconds ?? JVM_SECONDS * targets.length;
}

/** @returns seconds of the rounds that are not planned yet and that a verdict needs, with a block of each scenario */
export function secondsOfMissingRounds(run: Run | PlannedRun, costs: Costs): number {
  const missing = Math.max(0, ROUNDS_FOR_VERDICT_OF_BLOCKS - run.rounds);
  const compared = run.parts.filter(
    ({ scenario, round, number: place }) => hasBlocks(run.catalogue, scenario) && round === 1 && place === 1,
  );
  const each = compared.map((part) => costOf(run, part.scenario, targetsOf([part]), costs));
  return missing * (jvmSecondsOf(run, costs) + sum(each.map(({ roundSeconds, blockSeconds }) => roundSeconds + blockSeconds)));
}

/** @returns seconds of what it has planned and not measured, at most; 0 where that is nothing */
export function plannedSeconds(run: Run | PlannedRun): number {
  const pending = pendingOf(run);
  return pending.length === 0 ? 0 : startSeconds(run) + sum(estimateSeconds(run, pending));
}

/** @returns seconds before the first part, without the JVMs */
export function startSeconds({ targets }: Pick<Run, 'targets'>): number {
  return START_SECONDS + TARGET_SECONDS * targets.length;
}

/** @returns seconds until all that it compares can have verdicts, at most */
export function secondsToVerdicts(run: Run | PlannedRun): number {
  return plannedSeconds(run) + secondsOfMissingRounds(run, { jvmSeconds: null, byScenario: new Map() });
}

/** @returns with a budget, if it has one, of whole minutes in which it can have verdicts */
export function withTimeForVerdicts(run: PlannedRun): PlannedRun {
  const { budgetSeconds } = run;
  return budgetSeconds === null ? run : { ...run, budgetSeconds: Math.max(budgetSeconds, 60 * Math.ceil(secondsToVerdicts(run) / 60)) };
}

/** @returns those whose intervals the planner looks at */
function ofThroughput(comparisons: Figures['comparisons']): Figures['comparisons'] {
  return comparisons.filter(({ metric }) => metric === 'throughput');
}

function endNote(run: Run, { comparisons }: Measured, states: ScenarioState[], limits: ReturnType<typeof planningOf>['limits']): Note {
  const { halfWidth } = endingOf(run);
  const isPrecise = halfWidth !== null && isReached(states, halfWidth);
  const known = ofThroughput(comparisons).flatMap((each) => {
    const width = precision(each);
    return width === null ? [] : [{ scenario: each.scenario, target: each.target, halfWidth: width }];
  });
  const widest = known.reduce(
    (most, each) => (most === null || each.halfWidth > most.halfWidth ? each : most),
    null as (typeof known)[number] | null,
  );
  const needs = needsOf(run, { states, limits });
  return { kind: 'rounds-ended', by: isPrecise ? 'half width' : 'budget', rounds: run.rounds, widest, ...(needs && { needs }) };
}

/**
 * @returns what it aims at, and seconds of the rounds that would have to be added (null: more than a
 * day); null where all intervals are narrow enough, or nothing is compared in blocks
 */
export function needsOf(run: Run, { states, limits }: ReturnType<typeof planningOf>): { halfWidth: number; seconds: number | null } | null {
  const halfWidth = aimOf(run);
  if (isReached(states, halfWidth)) return null;
  const seconds = secondsToAim(states, limits, halfWidth);
  return { halfWidth, seconds: seconds === null ? null : Math.ceil(startSeconds(run) + seconds) };
}
