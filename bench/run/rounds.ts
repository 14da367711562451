/**
 * Has a run enough rounds, and what will its time give? It has enough when its time is over, or when its ratios are known as exactly as was asked for. What
 * the rounds say does not matter: a run that stops at the first difference finds one anywhere.
 */
import { blockSamples, precision } from '../analyse/comparison/comparison.ts';
import { noiseComponents } from '../analyse/statistics/two-levels.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.ts';
import { nextRound, type ScenarioState } from '../plan/allocation.ts';
import { aimOf, foreseen, isReached, secondsToAim } from '../plan/foreseen.ts';
import { planRound } from '../plan/run.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { budgetLeft, endingOf, spentInAll } from '../record/ending.ts';
import { highest, present } from '../util/math.ts';
import { costOf, costsSoFar, jvmSecondsOf, startSeconds, type Costs } from './costs.ts';
import type { Figures } from '../analyse/types.ts';
import type { Run, PlannedPart } from '../record/run.ts';
import type { Note } from '../record/json/notes.ts';
import type { Continuation, Outlook } from '../report/words/ratios/outlook.ts';

type BlockSample = ReturnType<typeof blockSamples>[number];

/** figures of all that is measured so far */
type Measured = Pick<Figures, 'run' | 'groups' | 'comparisons'>;

type Planning = ReturnType<typeof planningOf>;

/** Reasons of a discarded slice that lie in the target. */
const LASTING = ['refused', 'generator overused', 'downstream busy', 'downstream late', 'requests failed'];

/** @param measured of a run with a budget @param remainingSeconds of it @returns parts of the round to add, if it needs one; why */
export function roundToAdd(measured: Measured, costs: Costs, remainingSeconds: number): { parts: PlannedPart[]; note: Note } {
  const { run } = measured;
  const planning = planningOf(measured, costs);
  const planned = nextRound(planning.states, { ...planning.limits, remainingSeconds });
  if (planned === null) return { parts: [], note: endNote(measured, planning) };
  const round = run.rounds + 1;
  const blocks = Object.fromEntries(planned.scenarios.map((each) => [each.scenario, each.blocks]));
  const parts = planRound(run, round, { after: run.parts.length, blocks });
  const scenarios = planned.scenarios.map(({ scenario, blocks: count, sigma2Block, sigma2Round }) => {
    return { scenario, blocks: count, blockVariance: sigma2Block, roundVariance: sigma2Round };
  });
  return { parts, note: { kind: 'round-planned', round, scenarios } };
}

/** What the planner goes by. */
function planningOf(measured: Measured, costs: Costs) {
  const { run } = measured;
  const compared = run.scenarios.filter((scenario) => hasBlocks(run.catalogue, scenario));
  return {
    states: compared.flatMap((scenario) => stateOf(measured, { scenario, others: compared.length - 1 }, costs) ?? []),
    limits: {
      targetHalfWidth: endingOf(run).halfWidth,
      jvmSeconds: jvmSecondsOf(run, costs),
      leastRounds: ROUNDS_FOR_VERDICT_OF_BLOCKS,
    },
  };
}

/** @returns null where nothing can be compared */
function stateOf({ run, groups, comparisons }: Measured, given: Pick<ScenarioState, 'scenario' | 'others'>, costs: Costs) {
  const { scenario } = given;
  const own = groups.filter((group) => group.scenario === scenario && mayCount(group));
  if (own.length < 2 || own.every(({ target }) => target !== run.baseline)) return null;
  const samples = blockSamples(own, 'throughput');
  const targets = own.map(({ target }) => target);
  const widths = ofThroughput(comparisons)
    .filter((each) => each.scenario === scenario)
    .map(precision);
  const { roundSeconds, blockSeconds } = costOf(run, targets, costs);
  const shared = mostShared(samples, targets, run.baseline);
  return {
    ...given,
    targets: targets.length,
    ...noiseComponents(samples, targets),
    rounds: roundsIn(shared),
    blocksSoFar: shared.length,
    halfWidth: widths.length === 0 || widths.includes(null) ? null : Math.max(...present(widths)),
    costRoundSeconds: roundSeconds,
    costBlockSeconds: blockSeconds,
  };
}

/** @returns false where every slice is discarded for what the target itself came to, as it would be in a further round */
function mayCount({ slices }: Figures['groups'][number]): boolean {
  return slices.length === 0 || slices.some(({ discardedFor }) => !discardedFor.some(({ kind }) => LASTING.includes(kind)));
}

/** @returns blocks of the target with the most rounds beside the baseline: the others must not lose their verdicts to one that lacks a round */
function mostShared(samples: BlockSample[], targets: string[], baseline: string): BlockSample[] {
  const others = targets.filter((target) => target !== baseline);
  return others
    .map((target) => samples.filter(({ values }) => target in values && baseline in values))
    .reduce((most, each) => (roundsIn(each) > roundsIn(most) ? each : most));
}

function roundsIn(samples: BlockSample[]): number {
  return new Set(samples.map(({ round }) => round)).size;
}

/** @returns those whose intervals the planner looks at */
function ofThroughput(comparisons: Figures['comparisons']): Figures['comparisons'] {
  return comparisons.filter(({ metric }) => metric === 'throughput');
}

function endNote({ run, comparisons }: Measured, planning: Planning): Note {
  const { halfWidth } = endingOf(run);
  const known = ofThroughput(comparisons).flatMap((each) => {
    const width = precision(each);
    return width === null ? [] : [{ scenario: each.scenario, target: each.target, halfWidth: width }];
  });
  const [widest = null] = known.sort((one, other) => other.halfWidth - one.halfWidth);
  const needs = needsOf(run, planning);
  return { kind: 'rounds-ended', by: endedBy(planning, halfWidth), rounds: run.rounds, widest, ...(needs && { needs }) };
}

function endedBy({ states }: Planning, halfWidth: number | null) {
  if (states.length === 0) return 'no interval';
  return halfWidth !== null && isReached(states, halfWidth) ? 'half width' : 'budget';
}

/** @returns its aim, and seconds of the rounds to be added (null: over a day); null where intervals are narrow enough, or nothing is compared in blocks */
function needsOf(run: Run, { states, limits }: Planning): { halfWidth: number; seconds: number | null } | null {
  const halfWidth = aimOf(run);
  if (isReached(states, halfWidth)) return null;
  const seconds = secondsToAim(states, limits, halfWidth);
  return { halfWidth, seconds: seconds === null ? null : Math.ceil(startSeconds(run) + seconds) };
}

/** @param measured of a run that has ended @returns what rounds would have to be added; null as of `needsOf` */
export function continuationOf(measured: Measured): Continuation | null {
  const { run } = measured;
  const needs = needsOf(run, planningOf(measured, costsSoFar(run)));
  return needs && { id: run.id, aim: needs.halfWidth, seconds: needs.seconds };
}

/** @param measured of a run that goes on @returns what its time will give; null without a budget, or where nothing is compared in blocks */
export function outlookOf(measured: Measured): Outlook | null {
  const { run } = measured;
  const { states, limits } = planningOf(measured, costsSoFar(run));
  const remainingSeconds = budgetLeft(run);
  if (remainingSeconds === null || states.length === 0) return null;
  const after = foreseen(states, { ...limits, remainingSeconds }).states;
  const moreSeconds = secondsToAim(states, limits, aimOf(run));
  const assumed: Outlook['assumed'] = [];
  if (states.some(({ sigma2Block }) => sigma2Block === null)) assumed.push('block');
  if (states.some(({ sigma2Round }) => sigma2Round === null)) assumed.push('round');
  return {
    halfWidth: highest(after.map(({ halfWidth }) => halfWidth)),
    withoutInterval: after.filter(({ halfWidth }) => halfWidth === null).map(({ scenario }) => scenario),
    assumed,
    aim: aimOf(run),
    aimSeconds: moreSeconds === null ? null : spentInAll(run) + moreSeconds,
  };
}
