import { jvmsOf, rising } from '../blocks/group.js';
import { relativeRise } from '../cell/steady.js';
import { blockGroupOf, countedCells, okCells, okSequences, ofCell, ofTarget } from './scopes.js';

/**
 * Were the JVMs warm?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').SequenceFigures} SequenceFigures
 * @typedef {import('../../record/cell.js').RecordedWarmUp} RecordedWarmUp
 * @typedef {import('./types.js').Finding} Finding
 */

/** @param {Figures} figures @returns {Finding[]} */
export function warmUps(figures) {
  return [
    ...withoutWarmUp(figures),
    ...okCells(figures).flatMap(coldCell),
    ...figures.blocks.flatMap((group) => [...neverSteady(group, figures), ...stillRising(group)]),
    ...countedCells(figures).flatMap(({ scenario, cells }) => {
      const sequences = okSequences(figures, scenario);
      return cells.length + sequences.length === 0 ? [] : [overview(scenario, warmUpsOf(cells, sequences))];
    }),
  ];
}

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

/** @param {CellFigures} cell @returns {Finding[]} */
function coldCell(cell) {
  const isWarmedUp = cell.cell?.warmup?.steady === false;
  return [
    ...(cell.steady === false ? [{ ...ofCell(cell), kind: /** @type {const} */ ('never-steady'), isWarmedUp }] : []),
    ...(cell.stillRising.at(-1) ? [{ ...ofCell(cell), kind: /** @type {const} */ ('still-rising') }] : []),
  ];
}

/** @param {BlockGroup} group @param {Figures} figures @returns {Finding[]} */
function neverSteady(group, figures) {
  const { scenario, target } = group;
  const warmups = okSequences(figures, scenario).flatMap(({ planned, sequence }) => {
    const warmup = sequence?.warmups[target];
    return warmup ? [{ round: planned.round, steady: warmup.steady }] : [];
  });
  const rounds = warmups.filter(({ steady }) => !steady).map(({ round }) => round);
  return rounds.length > 0 ? [{ ...ofTarget(group), kind: 'never-steady', rounds, of: warmups.length }] : [];
}

/**
 * What is left of warming up. Slices of a warm JVM rise so much by chance in 4 of 100 rounds: of a run's dozens, some always do. So most rounds of a target
 * must.
 * @param {BlockGroup} group
 * @returns {Finding[]}
 */
function stillRising(group) {
  if (group.isVoid) return [];
  const told = jvmsOf(group.good).filter((slices) => rising(slices) !== null);
  const risen = told.filter(rising);
  if (risen.length <= told.length / 2) return [];
  const rises = risen.map((slices) => relativeRise(slices.map(({ stage }) => stage.plateauSuccesses ?? 0)) ?? 0);
  return [{ ...ofTarget(group), kind: 'still-rising', rounds: risen.map(([{ round }]) => round), of: told.length, rises }];
}

/** @param {CellFigures[]} cells @param {SequenceFigures[]} sequences @returns {RecordedWarmUp[]} */
function warmUpsOf(cells, sequences) {
  return [
    ...cells.flatMap(({ cell }) => cell?.warmup ?? []),
    ...sequences.flatMap(({ sequence }) => Object.values(sequence?.warmups ?? {})),
  ];
}

/** @param {string} scenario @param {RecordedWarmUp[]} made @returns {Finding} */
function overview(scenario, made) {
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
