import { present } from '../../util/math.js';

/**
 * What a finding is about.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').SequenceFigures} SequenceFigures
 */

/** @param {Figures} figures @returns {CellFigures[]} those that ended well, void ones among them */
export function okCells({ cells }) {
  return cells.filter(({ state }) => state === 'ok');
}

/** @param {Pick<CellFigures, 'planned'>} cell @returns {import('./types.js').OfCell} */
export function ofCell({ planned: { scenario, target, round } }) {
  return { scope: 'cell', scenario, target, round };
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
  return figures.run.scenarios.map((scenario) => ({ scenario, cells: present(groupsOf(figures, scenario).map(({ cell }) => cell)) }));
}

/** @param {Pick<SequenceFigures, 'planned'>} sequence @returns {import('./types.js').OfSequence} */
export function ofSequence({ planned: { scenario, round, part } }) {
  return { scope: 'sequence', scenario, round, part };
}

/** @param {Pick<Figures, 'sequences'>} figures @param {string} scenario @returns {SequenceFigures[]} those that ended well */
export function okSequences({ sequences }, scenario) {
  return sequences.filter(({ planned, state }) => planned.scenario === scenario && state === 'ok');
}

/** @param {Pick<Figures, 'blocks'>} figures @param {string} scenario @returns {BlockGroup[]} in the order of the targets; none without blocks */
export function blocksOf({ blocks }, scenario) {
  return blocks.filter((group) => group.scenario === scenario);
}

/** @param {Pick<Figures, 'blocks'>} figures @param {{ scenario: string, target: string }} pair @returns {BlockGroup | undefined} none where it is measured in cells alone */
export function blockGroupOf({ blocks }, { scenario, target }) {
  return blocks.find((group) => group.scenario === scenario && group.target === target);
}
