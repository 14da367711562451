import { predictions } from '../prediction/prediction.js';

/** @typedef {import('../types.js').FiguresToJudge} Figures */

/** @param {Figures} figures @returns {import('./types.js').Finding[]} what arithmetic says of each target that is not discarded */
export function predicted(figures) {
  const valid = figures.groups.filter(({ isDiscarded, good }) => !isDiscarded && good.length > 0);
  return predictions(figures.run, valid).flatMap((each) => {
    const found = { scope: /** @type {const} */ ('target'), ...each };
    return [
      { ...found, kind: /** @type {const} */ ('prediction') },
      ...(each.isOff ? [{ ...found, kind: /** @type {const} */ ('prediction-off') }] : []),
    ];
  });
}
