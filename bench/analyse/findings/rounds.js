import { blockGroupOf, okCells, ofTarget } from './scopes.js';

/**
 * Do the rounds of a target belong together?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('./types.js').Finding} Finding
 */

/** Rounds of one target that differ by more were not made in the same state; a busy machine makes 1.1 to 1.2. */
const MOST_RATIO = 1.3;

/** @type {import('./types.js').Family} */
export const ROUNDS = {
  kinds: ['rounds-differ', 'interrupted-round'],
  find: (figures) => [...differing(figures), ...interrupted(figures)],
};

/** @param {Figures} figures @returns {Finding[]} the fastest round by the slowest, of blocks where there are any, else at the last stage */
function differing(figures) {
  return figures.groups.flatMap((group) => {
    const { rpsRange, rpsByRound } = blockGroupOf(figures, group)?.stage ?? group.stages[group.stages.length - 1] ?? {};
    if (!rpsRange || !rpsByRound || rpsRange[0] === 0) return [];
    const ratio = rpsRange[1] / rpsRange[0];
    return ratio > MOST_RATIO ? [{ ...ofTarget(group), kind: /** @type {const} */ ('rounds-differ'), ratio, rpsByRound }] : [];
  });
}

/** Blocks are compared within themselves. @param {Figures} figures @returns {Finding[]} rounds of a scenario in which the run was resumed */
function interrupted(figures) {
  const resumedMs = figures.run.resumedAt.map((at) => Date.parse(at));
  /** @type {Map<string, { scenario: string, round: number, startsMs: number[] }>} */
  const rounds = new Map();
  for (const { planned, cell } of okCells(figures)) {
    if (!cell || blockGroupOf(figures, planned)) continue;
    const { scenario, round } = planned;
    const key = `${scenario} ${round}`;
    rounds.set(key, { scenario, round, startsMs: [...(rounds.get(key)?.startsMs ?? []), cell.startMs] });
  }
  return [...rounds.values()]
    .filter(({ startsMs }) => resumedMs.some((at) => Math.min(...startsMs) < at && at < Math.max(...startsMs)))
    .map(({ scenario, round }) => ({ scope: 'scenario', scenario, kind: 'interrupted-round', round }));
}
