/** When has a run enough rounds? When its intervals are narrow, whatever they say: to stop at the first difference would find one anywhere. */
import { precision } from '../analyse/comparison.js';
import { planRound } from '../plan/order.js';
import { traitsOf } from '../plan/run.js';

/** @typedef {import('../bundle/write.js').RunRecord} RunRecord */
/** @typedef {import('../analyse/types.js').Comparison} Comparison */

/**
 * @param {RunRecord} run with `until`, all its rounds measured
 * @param {Comparison[]} comparisons of the run as it is
 * @returns {{ cells: import('../plan/order.js').PlannedCell[], note: string | null }} the cells of the round to add; or none, and why in a sentence
 */
export function roundToAdd(run, comparisons) {
  const { halfWidth, maxRounds } = /** @type {NonNullable<RunRecord['until']>} */ (run.until);
  const widest = widestOf(comparisons);
  const share = `±${(halfWidth * 100).toFixed(1)} %`;
  if (widest && widest.halfWidth <= halfWidth) return { cells: [], note: `${run.rounds} rounds: every interval is narrower than ${share}` };
  if (run.rounds >= maxRounds) {
    const left = widest ? `${widest.name} is known to ±${(widest.halfWidth * 100).toFixed(1)} % only` : 'nothing could be compared';
    return { cells: [], note: `stopped at ROUNDS_MAX=${maxRounds}, before every interval was narrower than ${share}: ${left}` };
  }
  const cells = planRound({ ...run, rounds: run.rounds + 1 }, traitsOf(run.catalogue));
  return { cells: cells.map((cell, index) => ({ ...cell, order: run.cells.length + index + 1 })), note: null };
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
