import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeWhole } from '../util/files.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * k6's scripts read the checkout's catalogue. A run may have another one, as a calibration with its target twice.
 * @param {string} dir the run's folder
 * @param {import('../record/run.js').Run['catalogue']} catalogue of the run
 * @param {Catalogue} checkedIn
 * @returns {string | null} file that the scripts must read instead; null if they need none
 */
export function catalogueFileOf(dir, catalogue, checkedIn) {
  if (isDeepStrictEqual(catalogue, checkedIn)) return null;
  const file = path.join(dir, 'catalogue.json');
  writeWhole(file, JSON.stringify(catalogue));
  return file;
}
