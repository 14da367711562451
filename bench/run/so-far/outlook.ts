/** What the time of a run will give, from its noise and its costs so far. */
import { aimOf, secondsToAim } from '../../plan/aim.ts';
import { foreseen, type ScenarioState } from '../../plan/allocation.ts';
import { budgetLeft, spentInAll } from '../../record/ending.ts';
import { costsSoFar, needsOf, planningOf } from '../rounds.ts';
import type { Figures } from '../../analyse/types.ts';
import type { Outlook, Continuation } from '../../report/words/ratios/outlook.ts';

/** @param figures so far, of a run that goes on @returns null without a budget, or where nothing is compared in blocks */
export function outlookOf(figures: Pick<Figures, 'run' | 'groups' | 'comparisons'>): Outlook | null {
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
      ...(states.some(({ sigma2Block }) => sigma2Block === null) ? ['block' as const] : []),
      ...(states.some(({ sigma2Round }) => sigma2Round === null) ? ['round' as const] : []),
    ],
    aim: aimOf(run),
    aimSeconds: moreSeconds === null ? null : spentInAll(run) + moreSeconds,
  };
}

/**
 * @param figures of a run that has ended
 * @returns what rounds would have to be added; null where all intervals are narrow enough, or nothing is compared in blocks
 */
export function continuationOf(figures: Pick<Figures, 'run' | 'groups' | 'comparisons'>): Continuation | null {
  const { run } = figures;
  const needs = needsOf(run, planningOf(run, figures, costsSoFar(run)));
  return needs && { id: run.id, aim: needs.halfWidth, seconds: needs.seconds };
}

/** @param states with intervals @returns null without any */
function widest(states: ScenarioState[]): number | null {
  return states.length === 0 ? null : Math.max(...states.map(({ halfWidth }) => Number(halfWidth)));
}
