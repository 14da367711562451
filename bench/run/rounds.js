/**
 * Has a run enough rounds? It has when its intervals are narrow, or when void cells are made up for. What the rounds say does not matter: a
 * run that stops at the first difference finds one anywhere.
 */
import { baseOf, pairedRounds, tooFast, whyNotCompared } from '../analyse/comparison/comparability.js';
import { precision } from '../analyse/comparison/comparison.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { planRound } from '../plan/order.js';
import { traitsOf } from '../plan/run.js';

/** @typedef {import('../record/run.js').PlannedRun} PlannedRun */
/** @typedef {import('../analyse/types.js').Comparison} Comparison */
/** @typedef {import('../analyse/types.js').Group} Group */
/** @typedef {import('../record/json/notes.js').Note} Note */
/** @typedef {{ cells: import('../record/run.js').PlannedCell[], note: Note | null }} Addition `cells` of the round to add: empty, no round */
/** @typedef {Extract<Note, { unpaired: object[] }>['unpaired']} Unpaired pairs that have no interval */

/**
 * @param {PlannedRun} run all its rounds measured
 * @param {Pick<import('../analyse/types.js').Figures, 'comparisons' | 'groups'>} figures of the run as it is
 * @returns {Addition}
 */
export function roundToAdd(run, { comparisons, groups }) {
  return run.until ? roundForPrecision(run, run.until, comparisons, notCompared(run, groups)) : roundForVoid(run, groups);
}

/**
 * A cell is void for what happened around it, not for its figures, so measuring it again does not choose among results. Two cases are left
 * out: where the target was too fast for its generator it would choose, and a target that the verification refuses is void for good.
 * @param {PlannedRun} run
 * @param {Group[]} groups
 * @returns {Addition} a round of the scenarios that void cells have left with too few rounds for a verdict
 */
function roundForVoid(run, groups) {
  const { spareRounds, rounds, scenarios, baseline, refused } = run;
  const groupsOf = (/** @type {string} */ scenario) => groups.filter((own) => own.scenario === scenario && !(own.target in refused));
  const short = spareRounds > 0 ? scenarios.filter((scenario) => isShort(groupsOf(scenario), baseline)) : [];
  if (short.length === 0) return { cells: [], note: null };
  const note = /** @type {const} */ ({ kind: 'round-added', round: rounds + 1, scenarios: short, needed: ROUNDS_FOR_VERDICT });
  return { cells: nextRound(run, short), note };
}

/** @param {Group[]} groups of a scenario @param {string} baseline where it has no cells, each target's own rounds are counted */
function isShort(groups, baseline) {
  const base = groups.find(({ target }) => target === baseline);
  return groups.some((group) => {
    const pair = /** @type {const} */ ([group, base ?? group]);
    const hasVoid = pair.some(({ voided }) => voided.length > 0);
    return hasVoid && pairedRounds(...pair).length < ROUNDS_FOR_VERDICT && !pair.some(isTooFast);
  });
}

/** Of more rounds the slow ones alone would count. @param {Group} group */
function isTooFast(group) {
  return group.stages.some((_, stage) => tooFast(group, stage) !== null);
}

/**
 * Drawn whole, as the plan was. A round of some scenarios alone would be another drawing, and no mirror of the round before.
 * @param {PlannedRun} run
 * @param {string[]} [scenarios] those that are measured in it
 */
function nextRound(run, scenarios = run.scenarios) {
  const cells = planRound({ ...run, rounds: run.rounds + 1 }, traitsOf(run.catalogue)).filter(({ scenario }) =>
    scenarios.includes(scenario),
  );
  return cells.map((cell, index) => ({ ...cell, order: run.cells.length + index + 1 }));
}

/**
 * @param {PlannedRun} run
 * @param {NonNullable<PlannedRun['until']>} until
 * @param {Comparison[]} comparisons
 * @param {Unpaired} unpaired pairs that have no interval, and get none from more rounds
 * @returns {Addition} a round, or why there is none
 */
function roundForPrecision(run, { halfWidth, maxRounds }, comparisons, unpaired) {
  const { rounds } = run;
  const widest = widestOf(comparisons);
  if (!widest && unpaired.length > 0) return { cells: [], note: { kind: 'no-interval', rounds, unpaired } };
  if (widest && (widest.halfWidth ?? Infinity) <= halfWidth) return { cells: [], note: { kind: 'precise', rounds, halfWidth, unpaired } };
  if (rounds >= maxRounds) return { cells: [], note: { kind: 'not-precise', maxRounds, halfWidth, widest, unpaired } };
  return { cells: nextRound(run), note: null };
}

/**
 * A round in which nothing was answered stays: its pair is compared in no later round either.
 * @param {PlannedRun} run
 * @param {Group[]} groups
 * @returns {Unpaired}
 */
function notCompared({ stages, baseline }, groups) {
  return groups.flatMap((group) => {
    const base = baseOf(groups, group, baseline);
    if (!base || group === base || pairedRounds(group, base).length === 0) return [];
    return stages.flatMap(({ vus }, stage) => {
      const why = whyNotCompared(group, base, stage);
      return why === null ? [] : [{ target: group.target, scenario: group.scenario, vus, why }];
    });
  });
}

/**
 * @param {Comparison[]} comparisons
 * @returns {Extract<Note, { kind: 'not-precise' }>['widest']} the widest interval, as ± share; its half width null where it has too few rounds
 */
function widestOf(comparisons) {
  const all = comparisons.map((each) => {
    const { metric, target, scenario, vus } = each;
    return { metric, target, scenario, vus, halfWidth: precision(each) };
  });
  const width = (/** @type {typeof all[number]} */ { halfWidth }) => halfWidth ?? Infinity;
  return all.length === 0 ? null : all.reduce((widest, each) => (width(each) > width(widest) ? each : widest));
}
