/**
 * What a finding is about.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 */

/** @param {Figures} figures @returns {CellFigures[]} those that ended well, void ones among them */
export function okCells({ cells }) {
  return cells.filter(({ state }) => state === 'ok');
}

/** @param {CellFigures} cell @param {Figures} figures @returns {import('./types.js').OfCell} */
export function ofCell({ planned: { scenario, target, round } }, { groups }) {
  const { good = [] } = groups.find((group) => group.scenario === scenario && group.target === target) ?? {};
  const isCounted = good.some(({ planned }) => planned.round === round);
  return { scope: 'cell', scenario, target, round, isCounted, rounds: good.length };
}

/** @param {{ scenario: string, target: string }} group @returns {import('./types.js').OfTarget} */
export function ofTarget({ scenario, target }) {
  return { scope: 'target', scenario, target };
}

/** @param {Figures} figures @param {string} scenario */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/**
 * @param {Figures} figures
 * @returns {{ scenario: string, cells: CellFigures[] }[]} of each scenario the cells that its figures are made of
 */
export function countedCells(figures) {
  return figures.run.scenarios.map((scenario) => ({ scenario, cells: groupsOf(figures, scenario).flatMap(({ good }) => good) }));
}
