/** How long a run takes until its intervals are as narrow as it aims at. */
import { endingOf } from '../record/ending.js';
import { foreseen } from './allocation.js';

/**
 * @typedef {import('./allocation.js').ScenarioState} ScenarioState
 * @typedef {Omit<import('./allocation.js').Limits, 'remainingSeconds'>} Limits
 */

/** Half-width where none was asked for. */
const AIM = 0.1;
/** What takes longer is not foreseen. */
const MOST_SECONDS = 86_400;

/** @param {Parameters<typeof endingOf>[0]} run @returns {number} share */
export function aimOf(run) {
  return endingOf(run).halfWidth ?? AIM;
}

/** @param {ScenarioState[]} states @param {number} aim share @returns {boolean} */
export function isReached(states, aim) {
  return states.every(({ halfWidth }) => halfWidth !== null && halfWidth <= aim);
}

/**
 * @param {ScenarioState[]} states
 * @param {Limits} limits
 * @param {number} aim share
 * @returns {number | null} of the rounds that make every interval as narrow; null: more than a day
 */
export function secondsToAim(states, limits, aim) {
  const after = foreseen(states, { ...limits, targetHalfWidth: aim, remainingSeconds: MOST_SECONDS });
  return isReached(after.states, aim) ? after.seconds : null;
}
