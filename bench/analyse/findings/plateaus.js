import { isCompiling } from '../../../k6/lib/compilers.js';
import { TOLERANCE } from '../cell/littles-law.js';
import { mean, present } from '../../util/math.js';
import { blocksOf, groupsOf, ofCell, ofTarget, okCells } from './scopes.js';

/**
 * What the JVMs did on the plateaus of cells and slices besides answering, and does Little's law hold?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').LittlesLaw} LittlesLaw
 * @typedef {import('./types.js').Finding} Finding
 */

/** Share of a plateau above which pauses for garbage collection are reported. */
export const MUCH_GC = 0.1;
/** Cores of the targets without load, all together. A JVM that is only scraped takes 1 to 2 % of a core. */
const IDLE_CORES = 0.05;

/** @param {Figures} figures @returns {Finding[]} */
export function plateaus(figures) {
  const { run, groups, blocks } = figures;
  return [
    ...okCells(figures).flatMap(inCell),
    ...blocks.flatMap(inSlices),
    ...present(groups.map(({ cell }) => cell)).flatMap(lawInCell),
    ...run.scenarios.flatMap((scenario) => [...lawOverview(figures, scenario), ...idleTargets(figures, scenario)]),
  ];
}

/** Of a cell the last plateau, where the load is highest. @param {CellFigures} cell @returns {Finding[]} */
function inCell(cell) {
  return atWork(ofCell(cell), cell.stages.slice(-1));
}

/** @param {BlockGroup} group @returns {Finding[]} */
function inSlices(group) {
  const laws = present(group.good.map(({ littlesLaw }) => littlesLaw));
  const off = laws.filter(isUnexplained);
  const law = { slices: off.length, of: laws.length, vus: group.stage.vus, users: off.map(({ users }) => users) };
  return [
    ...atWork(
      ofTarget(group),
      group.good.map(({ stage }) => stage),
    ),
    ...(off.length > 0 ? [{ ...ofTarget(group), kind: /** @type {const} */ ('littles-law-off'), ...law }] : []),
  ];
}

/**
 * @param {import('./types.js').OfCell | import('./types.js').OfTarget} of
 * @param {import('../types.js').StageFigures[]} stages of the plateaus
 * @returns {Finding[]} compilers and garbage collectors that took much of them
 */
function atWork(of, stages) {
  const compiling = present(stages.map(({ compilingShare }) => compilingShare)).filter(isCompiling);
  const pausing = present(stages.map(({ gcPauseShare }) => gcPauseShare)).filter((share) => share > MUCH_GC);
  const seen = (/** @type {number[]} */ shares) => ({ slices: shares.length, of: stages.length });
  return [
    ...(compiling.length > 0
      ? [{ ...of, kind: /** @type {const} */ ('compilers-at-work'), ...seen(compiling), compilingShare: mean(compiling) }]
      : []),
    ...(pausing.length > 0 ? [{ ...of, kind: /** @type {const} */ ('gc-pauses'), ...seen(pausing), gcPauseShare: mean(pausing) }] : []),
  ];
}

/** @param {LittlesLaw} law */
function isUnexplained({ holds, explanation }) {
  return !holds && explanation === null;
}

/** @param {CellFigures} cell @returns {Finding[]} plateau by plateau */
function lawInCell(cell) {
  return cell.littlesLaw.flatMap((law, stage) => {
    if (law === null || !isUnexplained(law)) return [];
    return [{ ...ofCell(cell), kind: /** @type {const} */ ('littles-law-off'), vus: cell.stages[stage].vus, users: [law.users] }];
  });
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} of all its plateaus that are not void */
function lawOverview(figures, scenario) {
  const valid = groupsOf(figures, scenario).filter(({ isVoid }) => !isVoid);
  const ofBlocks = blocksOf(figures, scenario).filter(({ isVoid }) => !isVoid);
  const laws = present([
    ...valid.flatMap(({ cell }) => cell?.littlesLaw ?? []),
    ...ofBlocks.flatMap(({ good }) => good.map((slice) => slice.littlesLaw)),
  ]);
  if (laws.length === 0) return [];
  const holding = laws.filter((law) => law.holds).length;
  const unexplained = laws.filter(isUnexplained).length;
  const counts = { plateaus: laws.length, valid: holding, explained: laws.length - holding - unexplained, unexplained };
  const generatorPlateaus = laws.filter(({ betweenRequests }) => betweenRequests > TOLERANCE).length;
  return [{ scope: 'scenario', scenario, kind: 'littles-law', ...counts, generatorPlateaus }];
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} */
function idleTargets(figures, scenario) {
  const blocks = blocksOf(figures, scenario);
  const idle = present(blocks.flatMap(({ slices }) => slices.map(({ idleCores }) => idleCores)));
  const cores = idle.length > 0 ? mean(idle) : 0;
  return cores > IDLE_CORES ? [{ scope: 'scenario', scenario, kind: 'idle-targets', cores, targets: blocks.length - 1 }] : [];
}
