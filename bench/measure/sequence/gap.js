/** The pause after each slice: as long as its last requests take. */
import { GAP_SECONDS } from '../../../k6/lib/blocks.js';
import { cellFigures } from '../../analyse/cell/figures.js';

/** Longer ones would cost more than the slices are worth: what lasts longer is void, and says so. */
const MOST_SECONDS = 10;
/** The next JVM may answer more slowly. */
const RESERVE = 1.25;

/**
 * @typedef {import('../../record/run.js').PlannedSequence} PlannedSequence
 * @typedef {PlannedSequence & { gapSeconds: number }} TimedSequence
 */

/**
 * All users wait for an answer when a slice ends, and get it within users ÷ rate (Little's law). The staircases have measured the rate.
 * @param {import('../../record/raw-cell.js').Bundle} bundle of the run so far
 * @param {PlannedSequence} planned
 * @returns {TimedSequence}
 */
export function withGap({ run, readCell }, planned) {
  const cells = run.cells.filter(({ scenario, state }) => scenario === planned.scenario && state === 'ok');
  const rates = cells.map((cell) => answersPerSecond(cellFigures(readCell(cell)).stages.at(-1)));
  const waits = rates.filter((rate) => rate > 0).map((rate) => (RESERVE * run.blockVus) / rate);
  return { ...planned, gapSeconds: Math.min(MOST_SECONDS, Math.ceil(Math.max(GAP_SECONDS, ...waits))) };
}

/** @param {import('../../analyse/types.js').StageFigures | undefined} stage @returns {number} with failures; 0 where none was recorded */
function answersPerSecond(stage) {
  const answers = (stage?.plateauSuccesses ?? 0) + (stage?.plateauFailures ?? 0);
  return answers === 0 ? 0 : answers / Number(stage?.plateauSeconds);
}
