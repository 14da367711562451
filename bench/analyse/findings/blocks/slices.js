import { countedByKind } from '../../blocks/voids.js';
import { isCompiling } from '../../cell/steady.js';
import { mean, present, sum } from '../../../util/math.js';
import { MUCH_GC } from '../cells.js';
import { blocksOf, ofTarget } from '../scopes.js';

/**
 * What went wrong in the slices of a target.
 *
 * @typedef {import('../../types.js').FiguresToJudge} Figures
 * @typedef {import('../../types.js').BlockGroup} BlockGroup
 * @typedef {import('../../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').Finding} Finding
 */

/** Cores of the targets without load, all together. A JVM that is only scraped takes 1 to 2 % of a core. */
const IDLE_CORES = 0.05;

const OF_TARGET = /** @type {const} */ ([
  'slices-void',
  'slices-failed-requests',
  'slices-compilers-at-work',
  'slices-gc-pauses',
  'slices-littles-law-off',
]);
const OF_SCENARIO = /** @type {const} */ (['slices-no-live-data', 'idle-targets']);

/** @type {import('../types.js').Family} */
export const SLICES = {
  kinds: [...OF_TARGET, ...OF_SCENARIO],
  find: (figures) => [
    ...figures.blocks.flatMap((group) => [
      ...voids(group),
      ...failedRequests(group),
      ...compilers(group),
      ...gcPauses(group),
      ...law(group),
    ]),
    ...figures.run.scenarios.flatMap((scenario) => [...noLiveData(figures, scenario), ...idleTargets(figures, scenario)]),
  ],
};

/** @param {BlockGroup} group @returns {Finding[]} */
function voids(group) {
  const { voided, slices } = group;
  if (voided.length === 0) return [];
  const counts = { slices: voided.length, of: slices.length, cpuCounts: voided.filter(({ cpuCounts }) => cpuCounts).length };
  return [{ ...ofTarget(group), kind: 'slices-void', ...counts, reasons: countedByKind(voided), others: othersOf(voided) }];
}

/** @param {SliceFigures[]} slices @returns {{ name: string, cores: number }[]} mean over those that name any, the most first */
function othersOf(slices) {
  const disturbed = slices.filter(({ others }) => others.length > 0);
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const { name, cores } of disturbed.flatMap(({ others }) => others)) byName.set(name, (byName.get(name) ?? 0) + cores);
  return [...byName].map(([name, cores]) => ({ name, cores: cores / disturbed.length })).sort((one, other) => other.cores - one.cores);
}

/** @param {BlockGroup} group @returns {Finding[]} */
function failedRequests(group) {
  const failedOf = (/** @type {SliceFigures} */ { stage, afterSlice }) => (stage.failures ?? 0) + (afterSlice?.failures ?? 0);
  const failing = group.slices.filter((slice) => failedOf(slice) > 0);
  if (failing.length === 0) return [];
  const failed = sum(failing.map(failedOf));
  const succeeded = sum(group.slices.map(({ stage, afterSlice }) => (stage.successes ?? 0) + (afterSlice?.successes ?? 0)));
  return [{ ...ofTarget(group), kind: 'slices-failed-requests', slices: failing.length, failed, requests: failed + succeeded }];
}

/** @param {BlockGroup} group @returns {Finding[]} */
function compilers(group) {
  const shares = present(group.good.map(({ stage }) => stage.compilingShare)).filter(isCompiling);
  if (shares.length === 0) return [];
  return [
    { ...ofTarget(group), kind: 'slices-compilers-at-work', slices: shares.length, of: group.good.length, compilingShare: mean(shares) },
  ];
}

/** @param {BlockGroup} group @returns {Finding[]} */
function gcPauses(group) {
  const shares = present(group.good.map(({ stage }) => stage.gcPauseShare)).filter((share) => share > MUCH_GC);
  if (shares.length === 0) return [];
  return [{ ...ofTarget(group), kind: 'slices-gc-pauses', slices: shares.length, of: group.good.length, gcPauseShare: mean(shares) }];
}

/** @param {BlockGroup} group @returns {Finding[]} */
function law(group) {
  const laws = present(group.good.map(({ littlesLaw }) => littlesLaw));
  const off = laws.filter(({ holds, explanation }) => !holds && explanation === null);
  if (off.length === 0) return [];
  const counts = { slices: off.length, of: laws.length, vus: group.stage.vus };
  return [{ ...ofTarget(group), kind: 'slices-littles-law-off', ...counts, users: off.map(({ users }) => users) }];
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} */
function noLiveData(figures, scenario) {
  const slices = blocksOf(figures, scenario).flatMap((group) => group.slices);
  const without = slices.filter(({ counts }) => counts.influx === null).length;
  return without > 0 ? [{ scope: 'scenario', scenario, kind: 'slices-no-live-data', slices: without, of: slices.length }] : [];
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} */
function idleTargets(figures, scenario) {
  const groups = blocksOf(figures, scenario);
  const idle = present(groups.flatMap(({ slices }) => slices.map(({ idleCores }) => idleCores)));
  const cores = idle.length > 0 ? mean(idle) : 0;
  return cores > IDLE_CORES ? [{ scope: 'scenario', scenario, kind: 'idle-targets', cores, targets: groups.length - 1 }] : [];
}
