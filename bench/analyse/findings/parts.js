import { present, sum } from '../../util/math.js';
import { countedByKind } from '../group/discarded.js';
import { groupsOf, ofPart, ofTarget } from './scopes.js';

/**
 * What went wrong in single parts, and in the slices of a target.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').PartFigures} PartFigures
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('./types.js').Finding} Finding
 */

/** Checks of the runner that the analysis makes again from the raw files: what fails in these is discarded. */
const JUDGED_AGAIN = ['spread', 'clock'];

/** @param {Figures} figures @returns {Finding[]} */
export function parts(figures) {
  const { run, groups } = figures;
  return [
    ...figures.parts.flatMap(ending),
    ...groups.flatMap(discardedSlices),
    ...groups.flatMap(failedInSlices),
    ...run.scenarios.flatMap((scenario) => noLiveData(figures, scenario)),
  ];
}

/** Counts without those of InfluxDB are a finding of their own. @param {PartFigures} figures @returns {Finding[]} */
function ending({ planned, part, state, reason, missing }) {
  const of = ofPart({ planned });
  const { checks = [], slices = [] } = part ?? {};
  const isWithoutInflux = slices.some(({ counts }) => counts.influx === null);
  const failed = checks.filter(({ name, ok }) => !ok && !JUDGED_AGAIN.includes(name) && !(name === 'counts' && isWithoutInflux));
  return [
    ...(state === 'failed' ? [{ ...of, kind: /** @type {const} */ ('failed'), reason }] : []),
    ...(state === 'pending' ? [{ ...of, kind: /** @type {const} */ ('pending') }] : []),
    ...failed.map(({ name, detail }) => ({ ...of, kind: /** @type {const} */ ('check-failed'), name, detail })),
    ...(state === 'ok' && missing.length > 0 ? [{ ...of, kind: /** @type {const} */ ('files-missing'), files: missing }] : []),
  ];
}

/** @param {Group} group @returns {Finding[]} */
function discardedSlices(group) {
  const { discarded, slices } = group;
  if (discarded.length === 0) return [];
  const counts = { slices: discarded.length, of: slices.length, cpuCounts: discarded.filter(({ cpuCounts }) => cpuCounts).length };
  return [{ ...ofTarget(group), kind: 'discarded', ...counts, reasons: countedByKind(discarded), others: othersOf(discarded) }];
}

/** @param {SliceFigures[]} slices @returns {{ name: string, cores: number }[]} mean over those that name any, the most first */
function othersOf(slices) {
  const disturbed = slices.filter(({ others }) => others.length > 0);
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const { name, cores } of disturbed.flatMap(({ others }) => others)) byName.set(name, (byName.get(name) ?? 0) + cores);
  return [...byName].map(([name, cores]) => ({ name, cores: cores / disturbed.length })).sort((one, other) => other.cores - one.cores);
}

/** @param {Group} group @returns {Finding[]} */
function failedInSlices(group) {
  const all = slicesOf(group).map(({ stage, afterSlice }) => [stage, afterSlice]);
  const slices = all.filter((each) => failuresIn(each) > 0).length;
  const [failed, succeeded] = [failuresIn(all.flat()), successesIn(all.flat())];
  return slices > 0 ? [{ ...ofTarget(group), kind: 'failed-requests', slices, failed, requests: failed + succeeded }] : [];
}

/** @param {Group} group @returns {SliceFigures[]} with all numbers of users */
function slicesOf({ levels }) {
  return levels.flatMap(({ slices }) => slices);
}

/** @typedef {{ successes: number | null, failures: number | null } | null} Ended */

/** @param {Ended[]} ended */
function failuresIn(ended) {
  return sum(present(ended.map((each) => each?.failures)));
}

/** @param {Ended[]} ended */
function successesIn(ended) {
  return sum(present(ended.map((each) => each?.successes)));
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} */
function noLiveData(figures, scenario) {
  const slices = groupsOf(figures, scenario).flatMap(slicesOf);
  const without = slices.filter(({ counts }) => counts.influx === null).length;
  return without > 0 ? [{ scope: 'scenario', scenario, kind: 'no-live-data', slices: without, of: slices.length }] : [];
}
