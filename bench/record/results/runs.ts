/** The folder of all runs. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../util/errors.ts';
import { readRun, RUN_FILE, type Run } from '../run.ts';

const NAMED_AT_MOST = 5;

/** @returns ids of the runs there, oldest first */
export function runIds(resultsDir: string): string[] {
  if (!existsSync(resultsDir)) return [];
  return readdirSync(resultsDir)
    .filter((name) => existsSync(path.join(resultsDir, name, RUN_FILE)))
    .sort();
}

/** @param option that named the run, for the message @throws {UsageError} if there is no such run, or its record is not valid */
export function readRunNamed(resultsDir: string, option: string, id: string): Run {
  const ids = runIds(resultsDir);
  if (!ids.includes(id)) {
    throw new UsageError(`${option}=${id}: no such run; there is ${ids.slice(-NAMED_AT_MOST).join(', ') || 'none yet'}`);
  }
  return readRun(path.join(resultsDir, id));
}
