import { present, sum } from '../../util/math.js';
import { countedByKind } from '../blocks/voids.js';
import { blocksOf, ofCell, ofSequence, ofTarget, okCells } from './scopes.js';

/**
 * What went wrong in single cells and sequences, and in the slices of a target.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').BlockGroup} BlockGroup
 * @typedef {import('../types.js').SliceFigures} SliceFigures
 * @typedef {import('./types.js').Finding} Finding
 * @typedef {{ of: import('./types.js').OfCell | import('./types.js').OfSequence, state: string, reason: string | null, missing: string[],
 *   checks: { name: string, ok: boolean, detail: string }[], isWithoutInflux: boolean }} Part
 */

/** Checks of the runner that the analysis makes again from the raw files: what fails in these is void. */
const JUDGED_AGAIN = ['generator', 'scrapes', 'spread', 'clock'];

/** @param {Figures} figures @returns {Finding[]} */
export function parts(figures) {
  const { cells, sequences, blocks, run } = figures;
  /** @type {Part[]} */
  const made = [
    ...cells.map(({ cell, ...part }) => {
      return { ...part, of: ofCell(part), checks: cell?.checks ?? [], isWithoutInflux: cell?.counts?.influx === null };
    }),
    ...sequences.map(({ sequence, ...part }) => {
      const isWithoutInflux = (sequence?.slices ?? []).some(({ counts }) => counts.influx === null);
      return { ...part, of: ofSequence(part), checks: sequence?.checks ?? [], isWithoutInflux };
    }),
  ];
  return [
    ...made.flatMap(ending),
    ...cells.flatMap(voidCell),
    ...blocks.flatMap(voidSlices),
    ...okCells(figures).flatMap(failedInCell),
    ...blocks.flatMap(failedInSlices),
    ...okCells(figures)
      .filter(({ cell }) => cell?.counts?.influx === null)
      .map((cell) => ({ ...ofCell(cell), kind: /** @type {const} */ ('no-live-data') })),
    ...run.scenarios.flatMap((scenario) => noLiveData(figures, scenario)),
  ];
}

/** Counts without those of InfluxDB are a finding of their own. @param {Part} part @returns {Finding[]} */
function ending({ of, state, reason, missing, checks, isWithoutInflux }) {
  const failed = checks.filter(({ name, ok }) => !ok && !JUDGED_AGAIN.includes(name) && !(name === 'counts' && isWithoutInflux));
  return [
    ...(state === 'failed' ? [{ ...of, kind: /** @type {const} */ ('failed'), reason }] : []),
    ...(state === 'pending' ? [{ ...of, kind: /** @type {const} */ ('pending') }] : []),
    ...failed.map(({ name, detail }) => ({ ...of, kind: /** @type {const} */ ('check-failed'), name, detail })),
    ...(state === 'ok' && missing.length > 0 ? [{ ...of, kind: /** @type {const} */ ('files-missing'), files: missing }] : []),
  ];
}

/** @param {CellFigures} cell @returns {Finding[]} */
function voidCell(cell) {
  const { state, voids, disturbed } = cell;
  if (state !== 'ok') return [];
  if (disturbed) return [{ ...ofCell(cell), kind: 'cell-disturbed', by: disturbed }];
  return voids.length > 0 ? [{ ...ofCell(cell), kind: 'void', reasons: voids }] : [];
}

/** @param {BlockGroup} group @returns {Finding[]} */
function voidSlices(group) {
  const { voided, slices } = group;
  if (voided.length === 0) return [];
  const counts = { slices: voided.length, of: slices.length, cpuCounts: voided.filter(({ cpuCounts }) => cpuCounts).length };
  return [{ ...ofTarget(group), kind: 'void', ...counts, reasons: countedByKind(voided), others: othersOf(voided) }];
}

/** @param {SliceFigures[]} slices @returns {{ name: string, cores: number }[]} mean over those that name any, the most first */
function othersOf(slices) {
  const disturbed = slices.filter(({ others }) => others.length > 0);
  /** @type {Map<string, number>} */
  const byName = new Map();
  for (const { name, cores } of disturbed.flatMap(({ others }) => others)) byName.set(name, (byName.get(name) ?? 0) + cores);
  return [...byName].map(([name, cores]) => ({ name, cores: cores / disturbed.length })).sort((one, other) => other.cores - one.cores);
}

/** @param {CellFigures} cell @returns {Finding[]} */
function failedInCell(cell) {
  const all = [...cell.stages, cell.afterLastStage];
  const [failed, succeeded] = [failuresIn(all), successesIn(all)];
  return failed > 0 ? [{ ...ofCell(cell), kind: 'failed-requests', failed, requests: failed + succeeded }] : [];
}

/** @param {BlockGroup} group @returns {Finding[]} */
function failedInSlices(group) {
  const all = group.slices.map(({ stage, afterSlice }) => [stage, afterSlice]);
  const slices = all.filter((each) => failuresIn(each) > 0).length;
  const [failed, succeeded] = [failuresIn(all.flat()), successesIn(all.flat())];
  return slices > 0 ? [{ ...ofTarget(group), kind: 'failed-requests', slices, failed, requests: failed + succeeded }] : [];
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
  const slices = blocksOf(figures, scenario).flatMap((group) => group.slices);
  const without = slices.filter(({ counts }) => counts.influx === null).length;
  return without > 0 ? [{ scope: 'scenario', scenario, kind: 'no-live-data', slices: without, of: slices.length }] : [];
}
