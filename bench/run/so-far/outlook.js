/** What the time of a run will give, from its noise and its costs so far. */
import { aimOf, secondsToAim } from '../../plan/aim.js';
import { foreseen } from '../../plan/allocation.js';
import { budgetLeft, spentInAll } from '../../record/ending.js';
import { costsSoFar, needsOf, planningOf } from '../rounds.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../plan/allocation.js').ScenarioState} ScenarioState
 * @typedef {import('../../report/words/ratios/outlook.js').Outlook} Outlook
 * @typedef {import('../../report/words/ratios/outlook.js').Continuation} Continuation
 */

/** @param {Pick<Figures, 'run' | 'groups' | 'comparisons'>} figures so far, of a run that goes on @returns {Outlook | null} null without a budget, or where nothing is compared in blocks */
export function outlookOf(figures) {
  const { run } = figures;
  const { states, limits } = planningOf(run, figures, costsSoFar(run));
  const remainingSeconds = budgetLeft(run);
  if (remainingSeconds === null || states.length === 0) return null;
  const after = foreseen(states, { ...limits, remainingSeconds });
  const moreSeconds = secondsToAim(states, limits, aimOf(run));
  return {
    halfWidth: widest(after.states.filter(({ halfWidth }) => halfWidth !== null)),
    withoutInterval: after.states.filter(({ halfWidth }) => halfWidth === null).map(({ scenario }) => scenario),
    assumed: [
      ...(states.some(({ sigma2Block }) => sigma2Block === null) ? [/** @type {const} */ ('block')] : []),
      ...(states.some(({ sigma2Round }) => sigma2Round === null) ? [/** @type {const} */ ('round')] : []),
    ],
    aim: aimOf(run),
    aimSeconds: moreSeconds === null ? null : spentInAll(run) + moreSeconds,
  };
}

/**
 * @param {Pick<Figures, 'run' | 'groups' | 'comparisons'>} figures of a run that has ended
 * @returns {Continuation | null} what rounds would have to be added; null where all intervals are narrow enough, or nothing is compared in blocks
 */
export function continuationOf(figures) {
  const { run } = figures;
  const needs = needsOf(run, planningOf(run, figures, costsSoFar(run)));
  return needs && { id: run.id, aim: needs.halfWidth, seconds: needs.seconds };
}

/** @param {ScenarioState[]} states with intervals @returns {number | null} null without any */
function widest(states) {
  return states.length === 0 ? null : Math.max(...states.map(({ halfWidth }) => Number(halfWidth)));
}
