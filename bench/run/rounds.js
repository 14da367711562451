/**
 * Has a run enough rounds? It has when its time is over, or when its ratios are known as exactly as was asked for. What the rounds say does not matter: a
 * run that stops at the first difference finds one anywhere.
 */
import { precision } from '../analyse/comparison/comparison.js';
import { blockSamples } from '../analyse/comparison/members.js';
import { noiseComponents, varianceWithinRounds } from '../analyse/statistics/two-levels.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../analyse/statistics/verdict.js';
import { JVM_SECONDS, estimateSeconds, overheadSeconds, secondsOfBlocks, targetsOf, warmUpSeconds } from '../measure/progress.js';
import { aimOf, isReached, secondsToAim } from '../plan/aim.js';
import { nextRound } from '../plan/allocation.js';
import { planRound } from '../plan/order.js';
import { traitsOf } from '../plan/run.js';
import { hasBlocks } from '../record/catalogue.js';
import { endingOf } from '../record/ending.js';
import { pendingOf } from '../record/journal/run.js';
import { present, sum } from '../util/math.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../measure/progress.js').Load} Load
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../plan/allocation.js').ScenarioState} ScenarioState
 * @typedef {ReturnType<typeof blockSamples>[number]} BlockSample
 * @typedef {Pick<Figures, 'groups' | 'comparisons'>} Measured
 *
 * @typedef {object} Costs measured in this run; null or absent where it has not been
 * @property {number | null} jvmSeconds start of all JVMs
 * @property {Map<string, { roundSeconds: number, blockSeconds: number }>} byScenario warm-up and what else a scenario needs once a round; one block
 */

/** What a run takes beside its parts: database and observers, then the short verification of each target. */
const START_SECONDS = 15;
const TARGET_SECONDS = 10;
/** Reasons of a discarded slice that lie in the target. */
const LASTING = ['refused', 'generator overused', 'downstream busy', 'downstream late', 'requests failed'];

/**
 * @param {Run} run with a budget, all of it measured so far
 * @param {Measured} measured its figures
 * @param {Costs} costs
 * @param {number} remainingSeconds of the budget
 * @returns {{ parts: import('../record/run.js').PlannedPart[], note: import('../record/json/notes.js').Note }} of the round to add, none if there are
 *   enough; why
 */
export function roundToAdd(run, measured, costs, remainingSeconds) {
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

/**
 * @param {Run} run
 * @param {Measured} measured
 * @param {Costs} costs
 * @returns {{ states: ScenarioState[], limits: Omit<import('../plan/allocation.js').Limits, 'remainingSeconds'> }} what the planner goes by
 */
export function planningOf(run, measured, costs) {
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
 * @param {Run} run
 * @returns {Costs}
 */
export function costsSoFar({ catalogue, scenarios, parts, sliceSeconds, spentSeconds }) {
  const all = parts.filter(({ state }) => state !== 'pending');
  const measured = all.filter(({ scenario }) => hasBlocks(catalogue, scenario));
  const spent = (/** @type {import('../record/run.js').Activity[]} */ ...activities) =>
    sum(activities.map((each) => spentSeconds[each] ?? 0));
  if (measured.length === 0 || spent('blocks') === 0) return { jvmSeconds: null, byScenario: new Map() };
  const blocksIn = (/** @type {typeof measured} */ some) => sum(some.map(({ blocks }) => blocks.length));
  // A part of one target alone has one slice, and its wait for the last answers is no gap.
  const blockSeconds = (spent('blocks', 'gaps') - sliceSeconds * (all.length - measured.length)) / blocksIn(measured);
  const repeatedSeconds = blockSeconds * blocksIn(measured.filter(({ attempt }) => attempt > 1));
  const roundSeconds = (spent('warm-ups', 'preparation') + repeatedSeconds) / measured.filter(({ attempt }) => attempt === 1).length;
  const jvmSeconds = spent('jvm-starts') / new Set(measured.map(({ round }) => round)).size;
  return { jvmSeconds, byScenario: new Map(scenarios.map((scenario) => [scenario, { roundSeconds, blockSeconds }])) };
}

/**
 * @param {Run} run
 * @param {Measured} measured
 * @param {string} scenario
 * @param {Costs} costs
 * @returns {ScenarioState | null} null where nothing can be compared
 */
function stateOf(run, { groups, comparisons }, scenario, costs) {
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

/**
 * @param {Figures['groups'][number]} group
 * @returns {boolean} false where every slice is discarded for what the target itself came to, as it would be in a further round
 */
function mayCount({ slices }) {
  return slices.length === 0 || slices.some(({ discardedFor }) => !discardedFor.some(({ kind }) => LASTING.includes(kind)));
}

/**
 * @param {BlockSample[]} samples
 * @param {string[]} targets
 * @param {string} baseline
 * @returns {BlockSample[]} the blocks that count for the target which shares the most rounds with the baseline: the others of its scenario must not lose
 *   their verdicts to one that lacks a round, which keeps the scenario open
 */
function mostShared(samples, targets, baseline) {
  const others = targets.filter((target) => target !== baseline);
  return others
    .map((target) => samples.filter(({ values }) => target in values && baseline in values))
    .reduce((most, each) => (roundsIn(each) > roundsIn(most) ? each : most));
}

/** @param {BlockSample[]} samples @returns {number} */
function roundsIn(samples) {
  return new Set(samples.map(({ round }) => round)).size;
}

/** @param {Load} run @param {string} scenario @param {string[]} targets @param {Costs} costs @returns {{ roundSeconds: number, blockSeconds: number }} */
function costOf(run, scenario, targets, costs) {
  const blockSeconds = secondsOfBlocks(run, { blocks: [{ targets }] });
  const planned = { roundSeconds: warmUpSeconds(run, targets.length) + overheadSeconds(run), blockSeconds };
  return costs.byScenario.get(scenario) ?? planned;
}

/** @param {Pick<Run, 'targets'>} run @param {Costs} costs */
function jvmSecondsOf({ targets }, { jvmSeconds }) {
  return jvmSeconds ?? JVM_SECONDS * targets.length;
}

/**
 * @param {Run | import('../record/run.js').PlannedRun} run
 * @param {Costs} costs
 * @returns {number} seconds of the rounds that are not planned yet and that a verdict needs, with a block of each scenario
 */
export function secondsOfMissingRounds(run, costs) {
  const missing = Math.max(0, ROUNDS_FOR_VERDICT_OF_BLOCKS - run.rounds);
  const compared = run.parts.filter(
    ({ scenario, round, number: place }) => hasBlocks(run.catalogue, scenario) && round === 1 && place === 1,
  );
  const each = compared.map((part) => costOf(run, part.scenario, targetsOf([part]), costs));
  return missing * (jvmSecondsOf(run, costs) + sum(each.map(({ roundSeconds, blockSeconds }) => roundSeconds + blockSeconds)));
}

/**
 * @param {Run | import('../record/run.js').PlannedRun} run
 * @returns {number} seconds of what it has planned and not measured, at most; 0 where that is nothing
 */
export function plannedSeconds(run) {
  const pending = pendingOf(run);
  return pending.length === 0 ? 0 : startSeconds(run) + sum(estimateSeconds(run, pending));
}

/** @param {Pick<Run, 'targets'>} run @returns {number} seconds before the first part, without the JVMs */
export function startSeconds({ targets }) {
  return START_SECONDS + TARGET_SECONDS * targets.length;
}

/** @param {Run | import('../record/run.js').PlannedRun} run @returns {number} seconds until all that it compares can have verdicts, at most */
export function secondsToVerdicts(run) {
  return plannedSeconds(run) + secondsOfMissingRounds(run, { jvmSeconds: null, byScenario: new Map() });
}

/** @param {import('../record/run.js').PlannedRun} run @returns {import('../record/run.js').PlannedRun} with a budget, if it has one, of whole minutes in which it can have verdicts */
export function withTimeForVerdicts(run) {
  const { budgetSeconds } = run;
  return budgetSeconds === null ? run : { ...run, budgetSeconds: Math.max(budgetSeconds, 60 * Math.ceil(secondsToVerdicts(run) / 60)) };
}

/** @param {Figures['comparisons']} comparisons @returns {Figures['comparisons']} those whose intervals the planner looks at */
function ofThroughput(comparisons) {
  return comparisons.filter(({ metric }) => metric === 'throughput');
}

/**
 * @param {Run} run
 * @param {Measured} measured
 * @param {ScenarioState[]} states
 * @param {ReturnType<typeof planningOf>['limits']} limits
 * @returns {import('../record/json/notes.js').Note}
 */
function endNote(run, { comparisons }, states, limits) {
  const { halfWidth } = endingOf(run);
  const isPrecise = halfWidth !== null && isReached(states, halfWidth);
  const known = ofThroughput(comparisons).flatMap((each) => {
    const width = precision(each);
    return width === null ? [] : [{ scenario: each.scenario, target: each.target, halfWidth: width }];
  });
  const widest = known.reduce(
    (most, each) => (most === null || each.halfWidth > most.halfWidth ? each : most),
    /** @type {typeof known[number] | null} */ (null),
  );
  const needs = needsOf(run, { states, limits });
  return { kind: 'rounds-ended', by: isPrecise ? 'half width' : 'budget', rounds: run.rounds, widest, ...(needs && { needs }) };
}

/**
 * @param {Run} run
 * @param {ReturnType<typeof planningOf>} planning
 * @returns {{ halfWidth: number, seconds: number | null } | null} what it aims at, and seconds of the rounds that would have to be added (null: more than a
 *   day); null where all intervals are narrow enough, or nothing is compared in blocks
 */
export function needsOf(run, { states, limits }) {
  const halfWidth = aimOf(run);
  if (isReached(states, halfWidth)) return null;
  const seconds = secondsToAim(states, limits, halfWidth);
  return { halfWidth, seconds: seconds === null ? null : Math.ceil(startSeconds(run) + seconds) };
}
