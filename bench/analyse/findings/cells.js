import { present, sum } from '../../util/math.js';
import { okCells, ofCell } from './scopes.js';

/**
 * What went wrong in single cells.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').Finding} Finding
 */

/** Checks of the runner that the analysis makes again from the raw files: a cell that fails in these is void. */
export const JUDGED_AGAIN = ['generator', 'scrapes', 'spread', 'clock'];

/** Share of a plateau above which pauses for garbage collection are reported. */
export const MUCH_GC = 0.1;

/** @type {import('./types.js').Family} */
export const CELLS = {
  kinds: [
    'cell-failed',
    'cell-void',
    'cell-disturbed',
    'cell-pending',
    'failed-requests',
    'check-failed',
    'no-live-data',
    'gc-pauses',
    'files-missing',
  ],
  find: (figures) => [
    ...figures.cells.flatMap(ending),
    ...okCells(figures).flatMap(failedRequests),
    ...figures.cells.flatMap(failedChecks),
    ...okCells(figures).flatMap((cell) => gcPauses(cell, figures)),
    ...okCells(figures).flatMap(incomplete),
  ],
};

/** @param {CellFigures} cell @returns {Finding[]} */
function ending(cell) {
  const { state, reason, voids, disturbed } = cell;
  if (state === 'failed') return [{ ...ofCell(cell), kind: 'cell-failed', reason }];
  if (state === 'pending') return [{ ...ofCell(cell), kind: 'cell-pending' }];
  if (disturbed) return [{ ...ofCell(cell), kind: 'cell-disturbed', by: disturbed }];
  return voids.length > 0 ? [{ ...ofCell(cell), kind: 'cell-void', reasons: voids }] : [];
}

/** @param {CellFigures} cell @returns {Finding[]} */
function failedRequests(cell) {
  const { stages, afterLastStage } = cell;
  const failed = sum(present(stages.map(({ failures }) => failures))) + (afterLastStage?.failures ?? 0);
  const requests = failed + sum(present(stages.map(({ successes }) => successes))) + (afterLastStage?.successes ?? 0);
  return failed > 0 ? [{ ...ofCell(cell), kind: 'failed-requests', failed, requests }] : [];
}

/** Counts without those of InfluxDB are a finding of their own. @param {CellFigures} cell @returns {Finding[]} */
function failedChecks(cell) {
  const { checks = [], counts } = cell.cell ?? {};
  return checks
    .filter(({ name, ok }) => !ok && !JUDGED_AGAIN.includes(name) && !(name === 'counts' && counts?.influx === null))
    .map(({ name, detail }) => ({ ...ofCell(cell), kind: 'check-failed', name, detail }));
}

/** On the last plateau, where the load is highest. @param {CellFigures} cell @param {Figures} figures @returns {Finding[]} */
function gcPauses(cell, figures) {
  const stage = figures.run.stages.length - 1;
  const gcPauseShare = cell.stages[stage]?.gcPauseShare ?? 0;
  return gcPauseShare > MUCH_GC ? [{ ...ofCell(cell), kind: 'gc-pauses', stage, gcPauseShare }] : [];
}

/** @param {CellFigures} cell @returns {Finding[]} */
function incomplete(cell) {
  const { cell: record, missing } = cell;
  /** @type {Finding[]} */
  const found = [];
  if (record?.counts && record.counts.influx === null) found.push({ ...ofCell(cell), kind: 'no-live-data' });
  if (missing.length > 0) found.push({ ...ofCell(cell), kind: 'files-missing', files: missing });
  return found;
}
