/** The newest calibration: what this machine calls a difference where there is none. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { calibrationFits, sourceOf } from '../analyse/calibration.js';
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
 * A calibration of some scenarios takes nothing from what an earlier one found of the others, if that was of the same machine, versions, limits and
 * load; nor does one whose cells were all void or failed.
 * @param {string} resultsDir
 * @param {Calibration} calibration
 */
export function keepCalibration(resultsDir, calibration) {
  const own = ofMeasured(calibration);
  if (Object.keys(own.noise ?? {}).length === 0) return;
  const kept = newestCalibration(resultsDir);
  const all = kept && kept.at > own.at ? withEarlier(kept, own) : withEarlier(own, kept);
  writeWhole(fileIn(resultsDir), `${JSON.stringify(all, null, 2)}\n`);
}

/** @param {Calibration} calibration @returns {Calibration} without the scenarios in which nothing was compared */
function ofMeasured(calibration) {
  const { noise = {}, noiseApart = {} } = calibration;
  const measured = Object.keys(noise).filter((scenario) => noise[scenario].throughput !== null);
  const only = (/** @type {typeof noise} */ all) =>
    Object.fromEntries(measured.flatMap((scenario) => (scenario in all ? [[scenario, all[scenario]]] : [])));
  return { ...calibration, noise: only(noise), noiseApart: only(noiseApart) };
}

/**
 * @param {Calibration} newer
 * @param {Calibration | null} older
 * @returns {Calibration}
 */
function withEarlier(newer, older) {
  if (!older || calibrationFits({ ...newer, calibration: older }, newer.load ?? {}).changed.length > 0) return newer;
  const kept = Object.keys(older.noise ?? {}).filter((scenario) => !(scenario in (newer.noise ?? {})));
  if (kept.length === 0) return newer;
  return {
    ...newer,
    noise: { ...older.noise, ...newer.noise },
    noiseApart: { ...older.noiseApart, ...newer.noiseApart },
    earlier: { ...newer.earlier, ...Object.fromEntries(kept.map((scenario) => [scenario, sourceOf(older, scenario)])) },
  };
}
