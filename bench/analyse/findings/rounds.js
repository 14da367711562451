import { groupBy } from '../../util/group.js';
import { blockGroupOf, okCells, ofTarget } from './scopes.js';

/**
 * Do the rounds of a target belong together, and the cells of a scenario?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('./types.js').Finding} Finding
 */

/** Rounds of one target that differ by more were not made in the same state; a busy machine makes 1.1 to 1.2. */
const MOST_RATIO = 1.3;

/** @param {Figures} figures @returns {Finding[]} */
export function rounds(figures) {
  return [...differing(figures), ...interrupted(figures)];
}

/** @param {Figures} figures @returns {Finding[]} the fastest round of blocks by the slowest */
function differing({ blocks }) {
  return blocks.flatMap((group) => {
    const { rpsRange, rpsByRound } = group.stage;
    if (!rpsRange || rpsRange[0] === 0) return [];
    const ratio = rpsRange[1] / rpsRange[0];
    return ratio > MOST_RATIO ? [{ ...ofTarget(group), kind: /** @type {const} */ ('rounds-differ'), ratio, rpsByRound }] : [];
  });
}

/** Blocks are compared within themselves. @param {Figures} figures @returns {Finding[]} scenarios of cells alone in whose midst the run was resumed */
function interrupted(figures) {
  const resumedMs = figures.run.resumedAt.map((at) => Date.parse(at));
  const alone = okCells(figures).filter(({ planned }) => !blockGroupOf(figures, planned));
  return [...groupBy(alone, ({ planned }) => planned.scenario)].flatMap(([scenario, cells]) => {
    const startsMs = cells.flatMap(({ cell }) => cell?.startMs ?? []);
    const isInMidst = resumedMs.some((at) => Math.min(...startsMs) < at && at < Math.max(...startsMs));
    return isInMidst ? [{ scope: /** @type {const} */ ('scenario'), scenario, kind: /** @type {const} */ ('interrupted-scenario') }] : [];
  });
}
