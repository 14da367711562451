import { isCompiling } from '../../../k6/lib/compilers.js';
import { TOLERANCE } from '../slice/littles-law.js';
import { mean, present } from '../../util/math.js';
import { groupsOf, ofTarget } from './scopes.js';

/**
 * What the JVMs did on the plateaus of slices besides answering, and does Little's law hold?
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').LittlesLaw} LittlesLaw
 * @typedef {import('./types.js').Finding} Finding
 */

/** Share of a plateau above which pauses for garbage collection are reported. */
export const MUCH_GC = 0.1;
/** Cores of the targets without load, all together. A JVM that is only scraped takes 1 to 2 % of a core. */
const IDLE_CORES = 0.05;

/** @param {Figures} figures @returns {Finding[]} */
export function plateaus(figures) {
  const { run, groups } = figures;
  return [
    ...groups.flatMap((group) => [...atWork(group), ...lawOff(group)]),
    ...run.scenarios.flatMap((scenario) => [...lawOverview(figures, scenario), ...idleTargets(figures, scenario)]),
  ];
}

/** @param {Group} group @returns {Finding[]} compilers and garbage collectors that took much of its plateaus */
function atWork(group) {
  const stages = group.good.map(({ stage }) => stage);
  const compiling = present(stages.map(({ compilingShare }) => compilingShare)).filter(isCompiling);
  const pausing = present(stages.map(({ gcPauseShare }) => gcPauseShare)).filter((share) => share > MUCH_GC);
  const of = ofTarget(group);
  const seen = (/** @type {number[]} */ shares) => ({ slices: shares.length, of: stages.length });
  return [
    ...(compiling.length > 0
      ? [{ ...of, kind: /** @type {const} */ ('compilers-at-work'), ...seen(compiling), compilingShare: mean(compiling) }]
      : []),
    ...(pausing.length > 0 ? [{ ...of, kind: /** @type {const} */ ('gc-pauses'), ...seen(pausing), gcPauseShare: mean(pausing) }] : []),
  ];
}

/** @param {Group} group @returns {Finding[]} */
function lawOff(group) {
  const laws = present(group.good.map(({ littlesLaw }) => littlesLaw));
  const off = laws.filter(isUnexplained);
  const law = { slices: off.length, of: laws.length, vus: group.stage.vus, users: off.map(({ users }) => users) };
  return off.length > 0 ? [{ ...ofTarget(group), kind: 'littles-law-off', ...law }] : [];
}

/** @param {LittlesLaw} law */
function isUnexplained({ holds, explanation }) {
  return !holds && explanation === null;
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} of all its plateaus that are not discarded */
function lawOverview(figures, scenario) {
  const valid = groupsOf(figures, scenario).filter(({ isDiscarded }) => !isDiscarded);
  const laws = present(valid.flatMap(({ good }) => good.map((slice) => slice.littlesLaw)));
  if (laws.length === 0) return [];
  const holding = laws.filter((law) => law.holds).length;
  const unexplained = laws.filter(isUnexplained).length;
  const counts = { plateaus: laws.length, valid: holding, explained: laws.length - holding - unexplained, unexplained };
  const generatorPlateaus = laws.filter(({ betweenRequests }) => betweenRequests > TOLERANCE).length;
  return [{ scope: 'scenario', scenario, kind: 'littles-law', ...counts, generatorPlateaus }];
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} */
function idleTargets(figures, scenario) {
  const groups = groupsOf(figures, scenario);
  const idle = present(groups.flatMap(({ slices }) => slices.map(({ idleCores }) => idleCores)));
  const cores = idle.length > 0 ? mean(idle) : 0;
  return cores > IDLE_CORES ? [{ scope: 'scenario', scenario, kind: 'idle-targets', cores, targets: groups.length - 1 }] : [];
}
