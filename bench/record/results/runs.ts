/** The folder of all runs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UsageError, orNull } from '../../util/errors.ts';
import { readRun, RUN_FILE, type Run } from '../run.ts';
import type { Yardstick } from '../part.ts';

const NAMED_AT_MOST = 5;
/** Runs whose speed is looked at, the newest. */
const SPEEDS_OF = 5;

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

/** How fast this machine was, by the fixed computation before each measurement. @returns of the newest runs; what cannot be read is left out */
export function earlierSpeeds(resultsDir: string): Yardstick[] {
  return runIds(resultsDir)
    .slice(-SPEEDS_OF)
    .flatMap((id) =>
      readdirSync(path.join(resultsDir, id), { recursive: true, encoding: 'utf8' }).map((name) => path.join(resultsDir, id, name)),
    )
    .filter((file) => path.basename(file) === 'part.json')
    .flatMap((file) => orNull((): Yardstick | null => JSON.parse(readFileSync(file, 'utf8')).yardstick) ?? []);
}
