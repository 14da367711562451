/** The folder of all runs. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../util/errors.js';
import { readRun, RUN_FILE } from '../run.js';

const NAMED_AT_MOST = 5;

/** @param {string} resultsDir @returns {string[]} ids of the runs there, oldest first */
export function runIds(resultsDir) {
  if (!existsSync(resultsDir)) return [];
  return readdirSync(resultsDir)
    .filter((name) => existsSync(path.join(resultsDir, name, RUN_FILE)))
    .sort();
}

/**
 * @param {string} resultsDir
 * @param {string} option that named the run, for the message
 * @param {string} id
 * @returns {import('../run.js').Run}
 * @throws {UsageError} if there is no such run, or its record is not valid
 */
export function readRunNamed(resultsDir, option, id) {
  const ids = runIds(resultsDir);
  if (!ids.includes(id)) {
    throw new UsageError(`${option}=${id}: no such run; there is ${ids.slice(-NAMED_AT_MOST).join(', ') || 'none yet'}`);
  }
  return readRun(path.join(resultsDir, id));
}
