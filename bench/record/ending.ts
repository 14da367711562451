/** What ends a run, and how far it is: from its record. */
import { sum } from '../util/math.ts';
import type { PlannedPart, Run } from './run.ts';

type Ending = Pick<Run, 'budgetSeconds' | 'halfWidth'>;

/** @returns of its plan, or of what it was continued with last; `budgetSeconds`: of all that it spends */
export function endingOf({ budgetSeconds, halfWidth, continued = [] }: Ending & Pick<Run, 'continued'>): Ending {
  const last = continued.at(-1);
  return last ? { budgetSeconds: last.spentSeconds + last.budgetSeconds, halfWidth: last.halfWidth } : { budgetSeconds, halfWidth };
}

export function spentInAll({ spentSeconds }: Pick<Run, 'spentSeconds'>): number {
  return sum(Object.values(spentSeconds));
}

/** @returns seconds, below 0 where more was spent; null without a budget */
export function budgetLeft(run: Ending & Pick<Run, 'continued' | 'spentSeconds'>): number | null {
  const { budgetSeconds } = endingOf(run);
  return budgetSeconds === null ? null : budgetSeconds - spentInAll(run);
}

/** @returns the last round of which something is measured, 0 where nothing is; is all of it measured? */
export function lastRound(run: Pick<Run, 'parts'>): { round: number; isWhole: boolean } {
  const measured = run.parts.filter(({ state }) => state !== 'pending');
  const round = Math.max(0, ...measured.map((part) => part.round));
  return { round, isWhole: round > 0 && pendingOf(run).every((part) => part.round > round) };
}

/** @returns that are still to be measured, in their order */
export function pendingOf({ parts }: Pick<Run, 'parts'>): PlannedPart[] {
  return parts.filter(({ state }) => state === 'pending').sort((one, other) => one.order - other.order);
}
