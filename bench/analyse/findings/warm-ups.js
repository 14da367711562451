import { isCompiling } from '../cell/steady.js';
import { blockGroupOf, countedCells, okCells, okSequences, ofCell, ofTarget } from './scopes.js';

/**
 * Were the JVMs warm?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').SequenceFigures} SequenceFigures
 * @typedef {import('../../record/cell.js').RecordedWarmUp} RecordedWarmUp
 * @typedef {import('./types.js').Finding} Finding
 */

/** @type {import('./types.js').Family} */
export const WARM_UPS = {
  kinds: ['no-warm-up', 'never-steady', 'still-rising', 'compilers-at-work', 'warm-ups'],
  find: (figures) => [
    ...withoutWarmUp(figures),
    ...okCells(figures).flatMap((cell) => coldness(cell, figures)),
    ...countedCells(figures).flatMap(({ scenario, cells }) => {
      const sequences = okSequences(figures, scenario);
      return cells.length + sequences.length === 0 ? [] : [warmUps(scenario, warmUpsOf(cells, sequences))];
    }),
  ],
};

/** A cell that is void may have warmed the JVM up for the blocks. @param {Figures} figures @returns {Finding[]} */
function withoutWarmUp(figures) {
  const ofCells = okCells(figures).flatMap(({ planned, cell }) => (cell?.warmup ? `${planned.scenario} ${planned.target}` : []));
  const ofSequences = figures.sequences.flatMap(({ planned, sequence }) =>
    Object.keys(sequence?.warmups ?? {}).map((target) => `${planned.scenario} ${target}`),
  );
  const warmedUp = new Set([...ofCells, ...ofSequences]);
  const isMeasured = (/** @type {import('../types.js').Group} */ group) => {
    return group.cell !== null || (blockGroupOf(figures, group)?.good.length ?? 0) > 0;
  };
  return figures.groups
    .filter((group) => isMeasured(group) && !warmedUp.has(`${group.scenario} ${group.target}`))
    .map((group) => ({ ...ofTarget(group), kind: 'no-warm-up' }));
}

/** @param {CellFigures} cell @param {Figures} figures @returns {Finding[]} */
function coldness(cell, figures) {
  const stage = figures.run.stages.length - 1;
  const compilingShare = cell.stages[stage]?.compilingShare ?? 0;
  /** @type {Finding[]} */
  const found = [];
  if (cell.steady === false) found.push({ ...ofCell(cell), kind: 'never-steady', isWarmedUp: cell.cell?.warmup?.steady === false });
  if (cell.stillRising[stage]) found.push({ ...ofCell(cell), kind: 'still-rising', stage });
  if (isCompiling(compilingShare)) found.push({ ...ofCell(cell), kind: 'compilers-at-work', stage, compilingShare });
  return found;
}

/** @param {CellFigures[]} cells @param {SequenceFigures[]} sequences @returns {RecordedWarmUp[]} */
function warmUpsOf(cells, sequences) {
  return [
    ...cells.flatMap(({ cell }) => cell?.warmup ?? []),
    ...sequences.flatMap(({ sequence }) => Object.values(sequence?.warmups ?? {})),
  ];
}

/** @param {string} scenario @param {RecordedWarmUp[]} made @returns {Finding} */
function warmUps(scenario, made) {
  const seconds = made.map((each) => each.seconds);
  const lifted = made.every(({ quotaLifted }) => quotaLifted);
  const tested = made.filter(({ steady }) => steady !== undefined);
  return {
    scope: 'scenario',
    scenario,
    kind: 'warm-ups',
    warmUps: made.length,
    leastSeconds: Math.min(...seconds),
    mostSeconds: Math.max(...seconds),
    vus: [...new Set(made.map(({ vus }) => [vus].flat().join(' and ')))],
    otherScenarios: [...new Set(made.flatMap((each) => (each.scenario && each.scenario !== scenario ? [each.scenario] : [])))],
    limit: !lifted ? 'kept' : made.every(({ limitInTurn }) => limitInTurn) ? 'in turn' : 'lifted',
    tested: tested.length,
    steady: tested.filter((each) => each.steady).length,
  };
}
