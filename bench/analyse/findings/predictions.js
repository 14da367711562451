import { groupOfCell, predictions } from '../prediction/prediction.js';
import { blockGroupOf } from './scopes.js';

/**
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 */

/** @param {Figures} figures @returns {import('./types.js').Finding[]} what arithmetic says of each target that is not void */
export function predicted(figures) {
  return predictions(figures.run, measured(figures)).flatMap((each) => {
    const found = { scope: /** @type {const} */ ('target'), ...each };
    return [
      { ...found, kind: /** @type {const} */ ('prediction') },
      ...(each.isOff ? [{ ...found, kind: /** @type {const} */ ('prediction-off') }] : []),
    ];
  });
}

/** @param {Figures} figures @returns {import('../prediction/prediction.js').Group[]} from blocks where there are any */
function measured(figures) {
  return figures.groups.flatMap((group) => {
    const blocks = blockGroupOf(figures, group);
    if (blocks) return blocks.isVoid ? [] : [ofBlocks(blocks)];
    return group.isVoid || group.cell === null ? [] : [groupOfCell(group.cell)];
  });
}

/** @param {BlockGroup} blocks @returns {import('../prediction/prediction.js').Group} */
function ofBlocks({ scenario, target, good, stage }) {
  const slices = good.map(({ requestThreads, databaseRttMs }) => {
    return { requestThreads, cell: { databaseRtt: databaseRttMs === null ? null : { measuredMs: databaseRttMs } } };
  });
  return { scenario, target, good: slices, stages: [stage] };
}
