/** How long a run takes until its intervals are as narrow as it aims at. */
import { endingOf } from '../record/ending.ts';
import { foreseen, type ScenarioState } from './allocation.ts';

type Limits = Omit<import('./allocation.ts').Limits, 'remainingSeconds'>;

/** Half-width where none was asked for. */
const AIM = 0.1;
/** What takes longer is not foreseen. */
const MOST_SECONDS = 86_400;

/** @returns share */
export function aimOf(run: Parameters<typeof endingOf>[0]): number {
  return endingOf(run).halfWidth ?? AIM;
}

/** @param aim share */
export function isReached(states: ScenarioState[], aim: number): boolean {
  return states.every(({ halfWidth }) => halfWidth !== null && halfWidth <= aim);
}

/** @param aim share @returns of the rounds that make every interval as narrow; null: more than a day */
export function secondsToAim(states: ScenarioState[], limits: Limits, aim: number): number | null {
  const after = foreseen(states, { ...limits, targetHalfWidth: aim, remainingSeconds: MOST_SECONDS });
  return isReached(after.states, aim) ? after.seconds : null;
}
