/** The newest calibration: what this machine calls a difference where there is none. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { calibrationFits, sourceOf } from './calibration-fits.js';
import { writeWhole } from './bundle-writer.js';

/**
 * @typedef {{runId: string, at: string, machine?: Record<string, any>, versions?: Record<string, string | null>, limits?: Record<string, any>,
 *   load?: {stages: string | null, settings: string, databaseRttMs: number}, noise?: Noise, noiseApart?: Noise,
 *   earlier?: Record<string, {runId: string, at: string}>}} Calibration
 *   `at`: when it ended; `load`: what its users did, not in old ones; `noise`: of two names in one round; `noiseApart`: of one name in two rounds; they are not in what was kept before they were measured so;
 *   `earlier`: which run found what is kept of scenarios that the newest one did not measure
 *
 * @typedef {Record<string, {throughput: number | null, cpu: number | null}>} Noise by scenario: ratio ≥ 1 by which one target differs from itself at most
 *   in a single round, with 95 % confidence
 */

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
  const kept = newestCalibration(resultsDir);
  if (kept && measuredIn(calibration).length === 0) return;
  const all = kept && kept.at > calibration.at ? withEarlier(kept, calibration) : withEarlier(calibration, kept);
  writeWhole(fileIn(resultsDir), `${JSON.stringify(all, null, 2)}\n`);
}

/** @param {Calibration} calibration @returns {string[]} the scenarios in which something could be compared */
function measuredIn({ noise = {} }) {
  return Object.keys(noise).filter((scenario) => noise[scenario].throughput !== null);
}

/**
 * @param {Calibration} newer
 * @param {Calibration | null} older
 * @returns {Calibration}
 */
function withEarlier(newer, older) {
  if (!older || !older.load !== !newer.load) return newer;
  if (calibrationFits({ ...newer, calibration: older }, newer.load ?? {}).changed.length > 0) return newer;
  const kept = measuredIn(older).filter((scenario) => !measuredIn(newer).includes(scenario));
  if (kept.length === 0) return newer;
  const of = (/** @type {Calibration['noise']} */ noise) =>
    Object.fromEntries(kept.flatMap((scenario) => (noise?.[scenario] ? [[scenario, noise[scenario]]] : [])));
  return {
    ...newer,
    noise: { ...newer.noise, ...of(older.noise) },
    noiseApart: { ...newer.noiseApart, ...of(older.noiseApart) },
    earlier: { ...newer.earlier, ...Object.fromEntries(kept.map((scenario) => [scenario, sourceOf(older, scenario)])) },
  };
}
