/**
 * A slice has one number of users. Whether they were waiting shows against others, which the staircase has.
 *
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 */

/**
 * @param {CellFigures[]} cells of the run
 * @param {{ scenario: string, target: string }} pair
 * @param {Pick<import('../../record/run.js').Run, 'blockVus'>} run
 * @returns {StageFigures[]} the stages of its staircase, if it is valid, with other numbers of users: fewer first, the nearest of them first
 */
export function elsewhere(cells, { scenario, target }, { blockVus }) {
  const valid = cells.find(({ planned, state, voids }) => {
    return planned.scenario === scenario && planned.target === target && state === 'ok' && voids.length === 0;
  });
  const stages = valid?.stages ?? [];
  const fewer = stages.filter(({ vus }) => vus < blockVus).sort((one, other) => other.vus - one.vus);
  const more = stages.filter(({ vus }) => vus > blockVus).sort((one, other) => one.vus - other.vus);
  return [...fewer, ...more];
}
