/** calibration.json: the noise floor of this machine, found by the newest calibration and those that it left in place. */
import path from 'node:path';
import * as v from 'valibot';
import { limitsSchema, machineSchema, versionsSchema } from '../json/circumstances.js';
import { instant, map, name, number, record, text, whole } from '../json/fields.js';
import { SCHEMA, readJson, writeJson } from '../json/file.js';

const FILE = 'calibration.json';

/** Ratio from 1 by which one target differs from itself at most in a single round, with 95 % confidence; null where nothing was compared. */
const floor = () => v.nullable(number(1));
/** By scenario. */
const noise = () => map(name(), record({ throughput: floor(), cpu: floor() }));

export const calibrationSchema = record({
  schema: v.literal(SCHEMA),
  runId: text(200),
  /** when that run ended */
  at: instant(),
  machine: machineSchema,
  versions: versionsSchema,
  limits: limitsSchema,
  /** what its users did, and how far the database was */
  load: record({
    /** its levels of users, slices and blocks in words */
    stages: text(),
    /** name of the settings, or 'none' */
    settings: text(64),
    databaseRttMs: whole(0),
  }),
  /** of two names in one round */
  noise: noise(),
  /** of one name in two rounds */
  unpairedNoise: noise(),
  /** scenario → the earlier calibration that its noise floor is from */
  earlier: map(name(), record({ runId: text(200), at: instant() })),
});

/**
 * @typedef {import('valibot').InferOutput<typeof calibrationSchema>} Calibration
 * @typedef {Calibration['noise']} Noise
 */

/** @param {string} resultsDir @returns {Calibration} @throws {import('../../util/errors.js').UsageError} one line */
export function readCalibration(resultsDir) {
  return readJson(path.join(resultsDir, FILE), calibrationSchema);
}

/** @param {string} resultsDir @param {Calibration} calibration */
export function writeCalibration(resultsDir, calibration) {
  writeJson(path.join(resultsDir, FILE), calibration);
}

/** @param {string} resultsDir @returns {string} */
export function calibrationFile(resultsDir) {
  return path.join(resultsDir, FILE);
}
