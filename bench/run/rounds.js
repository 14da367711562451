/**
 * When has a run enough rounds? When its intervals are narrow, or void cells are made up for, whatever the rounds say: to stop at the first
 * difference would find one anywhere.
 */
import { baseOf, pairedRounds, precision, tooFast, whyNotCompared } from '../analyse/comparison/comparison.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { planRound } from '../plan/order.js';
import { traitsOf } from '../plan/run.js';
import { plusMinus } from '../util/text.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {import('../analyse/types.js').Comparison} Comparison */
/** @typedef {import('../analyse/types.js').Group} Group */
/** @typedef {{ cells: import('../record/run.js').PlannedCell[], note: string | null }} Addition cells of the round to add, none where there is none to add; a sentence for the reader of the run */

/**
 * @param {RunRecord} run all its rounds measured
 * @param {Pick<import('../analyse/types.js').Figures, 'comparisons' | 'groups'>} figures of the run as it is
 * @returns {Addition}
 */
export function roundToAdd(run, { comparisons, groups }) {
  return run.until ? roundForPrecision(run, run.until, comparisons, notCompared(run, groups)) : roundForVoid(run, groups);
}

/**
 * What makes a cell void is what happened around it, not what it came to: to measure again does not choose among results. Where the target was
 * too fast for its generator it would, and a target that the verification refuses is void for good.
 * @param {RunRecord} run
 * @param {Group[]} groups
 * @returns {Addition} a round of the scenarios that void cells have left with too few rounds for a verdict
 */
function roundForVoid(run, groups) {
  const { spareRounds = 0, rounds, scenarios, baseline, refused = {} } = run;
  const groupsOf = (/** @type {string} */ scenario) => groups.filter((own) => own.scenario === scenario && !(own.target in refused));
  const short = spareRounds > 0 ? scenarios.filter((scenario) => isShort(groupsOf(scenario), baseline)) : [];
  if (short.length === 0) return { cells: [], note: null };
  const note = `round ${rounds + 1} was added for ${short.join(', ')}: void cells had left fewer than ${ROUNDS_FOR_VERDICT} rounds that count`;
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
 * Drawn whole, as the plan was: a round of some scenarios alone would be drawn anew, and not be the mirror of the one before.
 * @param {RunRecord} run
 * @param {string[]} [scenarios] those that are measured in it
 */
function nextRound(run, scenarios = run.scenarios) {
  const cells = planRound({ ...run, rounds: run.rounds + 1 }, traitsOf(run.catalogue)).filter(({ scenario }) =>
    scenarios.includes(scenario),
  );
  return cells.map((cell, index) => ({ ...cell, order: run.cells.length + index + 1 }));
}

/**
 * @param {RunRecord} run
 * @param {NonNullable<RunRecord['until']>} until
 * @param {Comparison[]} comparisons
 * @param {string[]} without pairs that have no interval, and get none from more rounds
 * @returns {Addition} a round, or why there is none
 */
function roundForPrecision(run, { halfWidth, maxRounds }, comparisons, without) {
  const widest = widestOf(comparisons);
  const share = plusMinus(halfWidth);
  const others = without.length > 0 ? `; without one: ${without.join(', ')}` : '';
  if (!widest && without.length > 0) return { cells: [], note: `${run.rounds} rounds: no interval can be had${others}` };
  if (widest && widest.halfWidth <= halfWidth)
    return { cells: [], note: `${run.rounds} rounds: every interval is narrower than ${share}${others}` };
  if (run.rounds >= maxRounds) {
    const left = widest ? `${widest.name} is known to ${plusMinus(widest.halfWidth)} only` : 'nothing could be compared';
    return { cells: [], note: `stopped at ROUNDS_MAX=${maxRounds}, before every interval was narrower than ${share}: ${left}${others}` };
  }
  return { cells: nextRound(run), note: null };
}

/**
 * A round in which nothing was answered stays: its pair is compared in no later round either.
 * @param {RunRecord} run
 * @param {Group[]} groups
 * @returns {string[]} 'mvc-vt in block at 300 VUs (nothing was answered on the plateau in 1 of 5 rounds)'
 */
function notCompared({ stages, baseline }, groups) {
  return groups.flatMap((group) => {
    const base = baseOf(groups, group, baseline);
    if (!base || group === base || pairedRounds(group, base).length === 0) return [];
    return stages.flatMap(({ vus }, stage) => {
      const why = whyNotCompared(group, base, stage);
      return why === null ? [] : [`${group.target} in ${group.scenario} at ${vus} VUs (${why})`];
    });
  });
}

/**
 * @param {Comparison[]} comparisons
 * @returns {{ halfWidth: number, name: string } | null} the interval that is widest, as ±share; Infinity where a comparison has too few rounds
 */
function widestOf(comparisons) {
  const all = comparisons.map((each) => ({
    halfWidth: precision(each) ?? Infinity,
    name: `${each.metric} of ${each.target} in ${each.scenario} at ${each.vus} VUs`,
  }));
  return all.length === 0 ? null : all.reduce((widest, each) => (each.halfWidth > widest.halfWidth ? each : widest));
}
