/** The record of a run before anything is measured. */
import { planCells } from './order.js';
import { fitting } from '../record/fits.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {import('./knobs.js').CompareOptions} options
 * @param {Catalogue} catalogue
 * @param {string} suffix of the run's id
 * @returns {RunRecord}
 */
export function newRun(options, catalogue, suffix) {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, suffix);
  const cells = planCells(options, traitsOf(catalogue));
  return { schema: 1, id, ...options, catalogue, startedAt, endedAt: null, resumedAt: [], cells, notes: [] };
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
    fits: (scenario, target) => fitting(catalogue, scenario)(target),
  };
}
