/** How far a run is, what its time will give, and how it is continued: for the terminal. */
import { PRIOR } from '../../../plan/allocation.js';
import { lastRound } from '../../../record/ending.js';
import { list, percent, plural } from '../../../util/text.js';

/**
 * @typedef {object} Outlook
 * @property {number | null} halfWidth share: the widest interval that is to be expected when the budget is over; null: none is
 * @property {string[]} withoutInterval scenarios that have none by then
 * @property {('block' | 'round')[]} assumed noise that is not measured yet
 * @property {number} aim share
 * @property {number | null} aimSeconds of the whole run, until every interval is as narrow; null: more than a day
 *
 * @typedef {{ id: string, aim: number, seconds: number | null }} Continuation `seconds` beyond what the run has taken; null: more than a day
 */

/** What a continuation is offered with where its aim is out of reach. */
const MINUTES_OFFERED = 60;

/** @param {Pick<import('../../../record/run.js').Run, 'parts'>} run that has not ended @returns {string} 'so far, after round 1' */
export function soFarText(run) {
  const { round, isWhole } = lastRound(run);
  return `so far, ${isWhole ? 'after' : 'in'} round ${Math.max(1, round)}`;
}

/** @param {Outlook} outlook @returns {string} 'this machine and budget: about ±25 %; ±10 % needs about 70 minutes' */
export function outlookText({ halfWidth, withoutInterval, assumed, aim, aimSeconds }) {
  const budget = halfWidth === null ? 'too few rounds for an interval' : `about ±${percent(Math.max(0.01, halfWidth), 0)}`;
  const without = halfWidth !== null && withoutInterval.length > 0 ? `, no interval of ${list(withoutInterval)}` : '';
  const isEnough = halfWidth !== null && withoutInterval.length === 0 && halfWidth <= aim;
  const needs = isEnough ? '' : `; ±${percent(aim)} needs ${minutesText(aimSeconds)}`;
  return `this machine and budget: ${budget}${without}${needs}${assumedText(assumed)}`;
}

/** @param {Continuation} continuation @param {string} command such as `make compare` @returns {string} */
export function continuationText({ id, aim, seconds }, command) {
  const minutes = seconds === null ? MINUTES_OFFERED : Math.ceil(seconds / 60);
  return `${needsText({ halfWidth: aim, seconds })}: ${command} RESUME=${id} BUDGET=${minutes}`;
}

/** @param {{ halfWidth: number, seconds: number | null }} needs @returns {string} '±10 % needs about 70 minutes more' */
export function needsText({ halfWidth, seconds }) {
  return `±${percent(halfWidth)} needs ${minutesText(seconds)}${seconds === null ? '' : ' more'}`;
}

/** @param {number | null} seconds */
function minutesText(seconds) {
  return seconds === null ? 'more than a day' : `about ${plural(Math.ceil(seconds / 60), 'minute')}`;
}

/** @param {Outlook['assumed']} assumed */
function assumedText(assumed) {
  if (assumed.length === 0) return '';
  const words = { block: 'slices', round: 'JVMs' };
  const noise = assumed.map((level) => `${percent(Math.sqrt(PRIOR[level] / 2))} between ${words[level]}`);
  return ` (not measured yet, assumed: ${list(noise)})`;
}
