/** The record of a run before anything is measured. */
import { hasBlocks } from '../record/catalogue.js';
import { planRounds } from './order.js';
import { fitting } from '../record/fits.js';
import { SCHEMA } from '../record/json/file.js';

/** @typedef {import('../record/run.js').PlannedRun} PlannedRun */
/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {import('../record/run.js').Plan} options
 * @param {Catalogue} catalogue
 * @param {string} suffix of the run's id
 * @param {import('../record/calibration.js').Calibration | null} [calibration] that its figures will be held against
 * @returns {PlannedRun}
 */
export function newRun(options, catalogue, suffix, calibration = null) {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, suffix);
  const planned = planRounds(options, traitsOf(catalogue));
  const nothingYet = { endedAt: null, resumedAt: [], verified: null, refused: {}, spentSeconds: {}, notes: [] };
  return { schema: SCHEMA, id, ...options, catalogue, startedAt, calibration, ...planned, ...nothingYet };
}

/**
 * @param {string} startedAt ISO time
 * @param {string} suffix
 * @returns {string} YYYYMMDD-hhmmss-<suffix>
 */
export function runIdAt(startedAt, suffix) {
  return `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${suffix}`;
}

/**
 * @param {Catalogue} catalogue
 * @returns {import('./order.js').Traits}
 */
export function traitsOf(catalogue) {
  return {
    costsJvm: (scenario) => catalogue.scenarios[scenario].leavesBacklog === true,
    hasBlocks: (scenario) => hasBlocks(catalogue, scenario),
    fits: (scenario, target) => fitting(catalogue, scenario)(target),
  };
}
