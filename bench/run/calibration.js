/** The newest calibration: what this machine calls a difference where there is none. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../bundle/write.js';

/** @typedef {import('../analyse/types.js').Calibration} Calibration */

/** @param {string} resultsDir */
function fileIn(resultsDir) {
  return path.join(resultsDir, 'calibration.json');
}

/**
 * @param {string} resultsDir
 * @returns {Calibration | null} null if there is none, or it cannot be read
 */
export function newestCalibration(resultsDir) {
  try {
    return JSON.parse(readFileSync(fileIn(resultsDir), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} resultsDir
 * @param {Calibration} calibration
 */
export function keepCalibration(resultsDir, calibration) {
  writeWhole(fileIn(resultsDir), `${JSON.stringify(calibration, null, 2)}\n`);
}
