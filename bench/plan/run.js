/** The record of a run before anything is measured. */
import { hasBlocks } from '../record/catalogue.js';
import { MAX_LOAD_DAYS, levelsOf, loadDays } from '../record/run.js';
import { UsageError } from '../util/errors.js';
import { backlogSeconds } from './backlog.js';
import { planRounds } from './order.js';
import { fitting } from '../record/fits.js';
import { SCHEMA } from '../record/json/file.js';

/** @typedef {import('../record/run.js').PlannedRun} PlannedRun */
/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {import('../record/run.js').Plan} options
 * @param {Catalogue} catalogue
 * @param {string} suffix of the run's id
 * @param {import('../record/calibration/record.js').Calibration | null} [calibration] that its figures will be held against
 * @returns {PlannedRun}
 * @throws {UsageError} one line, where it would take weeks
 */
export function newRun(options, catalogue, suffix, calibration = null) {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, suffix);
  const parts = planRounds(options, traitsOf(catalogue, options));
  const days = loadDays({ ...options, parts });
  if (days > MAX_LOAD_DAYS) {
    const fewer = 'take fewer ROUNDS, STAGES, SCENARIOS or TARGETS, or a shorter SLICE_SECONDS';
    throw new UsageError(`the load of this run would take ${Math.round(days)} days, accepted are up to ${MAX_LOAD_DAYS}: ${fewer}`);
  }
  const nothingYet = { endedAt: null, resumedAt: [], verified: null, refused: {}, spentSeconds: {}, notes: [] };
  return { schema: SCHEMA, id, ...options, catalogue, startedAt, calibration, parts, ...nothingYet };
}

/** @param {string} startedAt ISO time @param {string} suffix @returns {string} YYYYMMDD-hhmmss-<suffix> */
export function runIdAt(startedAt, suffix) {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${suffix}`;
}

/**
 * @param {Catalogue} catalogue
 * @param {Pick<import('../record/run.js').Plan, 'levels' | 'settings'> | null} load null where requests cannot pile up
 * @returns {import('./order.js').Traits}
 */
export function traitsOf(catalogue, load) {
  return {
    backlogSeconds: (scenario, target) => (load === null ? 0 : backlogSeconds({ ...load, catalogue }, { scenario, target })),
    hasBlocks: (scenario) => hasBlocks(catalogue, scenario),
    levels: (scenario) => levelsOf({ levels: load?.levels ?? [], catalogue }, scenario),
    fits: (scenario, target) => fitting(catalogue, scenario)(target),
  };
}
