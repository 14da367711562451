/** The newest calibration of this machine: which one there is, and what becomes of the one before. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { calibrationSchema, changedSince, sourceOf, type Calibration, type Noise } from './calibration.ts';
import { RecordError, SchemaError, readJson, shortPath, writeJson } from '../json/file.ts';
import { orNull } from '../../util/errors.ts';

export function readCalibration(resultsDir: string): Calibration {
  return readJson(fileIn(resultsDir), calibrationSchema);
}

function fileIn(resultsDir: string) {
  return path.join(resultsDir, 'calibration.json');
}

/** @returns null if there is none, or it is not valid */
export function newestCalibration(resultsDir: string): Calibration | null {
  return orNull(() => readCalibration(resultsDir));
}

/** @returns why the calibration that is there is not used, in a line; null if it is, or there is none */
export function unusedCalibration(resultsDir: string): string | null {
  const file = fileIn(resultsDir);
  if (!existsSync(file)) return null;
  try {
    readCalibration(resultsDir);
    return null;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    const why = error instanceof SchemaError ? 'it is of an older schema' : error.fault;
    return `${shortPath(file)} is not used: ${why}. make calibrate writes a new one`;
  }
}

/** A calibration of some scenarios takes nothing from what an earlier one found of the others, if that was of the same machine, versions,
 * limits and load. Nor does one whose slices were all discarded or failed. */
export function keepCalibration(resultsDir: string, calibration: Calibration) {
  const kept = newestCalibration(resultsDir);
  if (kept && measuredIn(calibration).length === 0) return;
  const all = kept && kept.at > calibration.at ? withEarlier(kept, calibration) : withEarlier(calibration, kept);
  writeJson(fileIn(resultsDir), all);
}

function measuredIn({ noise }: Calibration): string[] {
  return Object.keys(noise).filter((scenario) => noise[scenario].throughput !== null);
}

function withEarlier(newer: Calibration, older: Calibration | null): Calibration {
  if (!older || changedSince(older, newer, newer.load).length > 0) return newer;
  const kept = measuredIn(older).filter((scenario) => !measuredIn(newer).includes(scenario));
  if (kept.length === 0) return newer;
  const keptOf = (noise: Noise) => Object.fromEntries(Object.entries(noise).filter(([scenario]) => kept.includes(scenario)));
  return {
    ...newer,
    noise: { ...newer.noise, ...keptOf(older.noise) },
    unpairedNoise: { ...newer.unpairedNoise, ...keptOf(older.unpairedNoise) },
    earlier: { ...newer.earlier, ...Object.fromEntries(kept.map((scenario) => [scenario, sourceOf(older, scenario)])) },
  };
}
