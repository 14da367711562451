/** What is collected alike of a cell and of a sequence. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fetchSamples, toCsv } from '../../collect/prometheus.js';
import { callsDownstream, DOWNSTREAM } from '../../record/catalogue.js';
import { readRollup } from '../../record/rollup.js';
import { CellFailure } from './failure.js';

/** Samples are kept from that long before the load on, so that the first rates have a start. */
export const SAMPLES_BEFORE_MS = 2000;

/**
 * @template T
 * @param {() => T} read of k6's summary
 * @returns {T}
 * @throws {CellFailure} if k6 left none that can be used
 */
export function usableSummary(read) {
  try {
    return read();
  } catch (error) {
    throw new CellFailure(`k6 left no usable summary: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} dir @returns {import('../../record/rollup.js').RollupAccount | null} null without one: the check reports it */
export function rollupAccount(dir) {
  try {
    return readRollup(dir);
  } catch {
    return null;
  }
}

/**
 * Shows whether it was the downstream service that the targets waited for.
 * @param {{ planned: { scenario: string }, dir: string, context: import('./context.js').PartContext, load: import('./load.js').EndedLoad }} observed
 * @param {number} startMs of the load
 */
export async function collectDownstream({ planned, dir, context: { engine, run }, load }, startMs) {
  if (!callsDownstream(run, planned.scenario)) return;
  const samples = await fetchSamples(engine.endpoints.prometheus, DOWNSTREAM, startMs - SAMPLES_BEFORE_MS, load.endMs, true);
  writeFileSync(path.join(dir, 'downstream.csv'), toCsv(samples));
}
