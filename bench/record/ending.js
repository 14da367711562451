/** What ends a run, and how far it is: from its record. */
import { pendingOf } from './journal/run.js';
import { sum } from '../util/math.js';

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {Pick<Run, 'budgetSeconds' | 'halfWidth' | 'continued' | 'spentSeconds'>} Timed
 */

/**
 * @param {Omit<Timed, 'spentSeconds'>} run
 * @returns {Pick<Run, 'budgetSeconds' | 'halfWidth'>} of its plan, or of what it was continued with last; `budgetSeconds`: of all that it spends
 */
export function endingOf({ budgetSeconds, halfWidth, continued = [] }) {
  const last = continued.at(-1);
  return last ? { budgetSeconds: last.spentSeconds + last.budgetSeconds, halfWidth: last.halfWidth } : { budgetSeconds, halfWidth };
}

/** @param {Pick<Run, 'spentSeconds'>} run @returns {number} seconds */
export function spentInAll({ spentSeconds }) {
  return sum(Object.values(spentSeconds));
}

/** @param {Timed} run @returns {number | null} seconds, below 0 where more was spent; null without a budget */
export function budgetLeft(run) {
  const { budgetSeconds } = endingOf(run);
  return budgetSeconds === null ? null : budgetSeconds - spentInAll(run);
}

/**
 * @param {Pick<Run, 'parts'>} run
 * @returns {{ round: number, isWhole: boolean }} the last round of which something is measured, 0 where nothing is; is all of it measured?
 */
export function lastRound(run) {
  const measured = run.parts.filter(({ state }) => state !== 'pending');
  const round = Math.max(0, ...measured.map((part) => part.round));
  return { round, isWhole: round > 0 && pendingOf(run).every((part) => part.round > round) };
}
