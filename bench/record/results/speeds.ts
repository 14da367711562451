/** How fast this machine was in earlier runs, by the fixed computation before each measurement. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runIds } from './runs.ts';

/** Runs that are looked at, the newest. */
const RUNS = 5;

/** of one access to memory, and of one turn of a loop that needs none */
type Speed = { memoryNs: number; loopNs: number };

/** @returns of the newest runs; what cannot be read is left out */
export function earlierSpeeds(resultsDir: string): Speed[] {
  return runIds(resultsDir)
    .slice(-RUNS)
    .flatMap((id) =>
      readdirSync(path.join(resultsDir, id), { recursive: true, encoding: 'utf8' }).map((name) => path.join(resultsDir, id, name)),
    )
    .filter((file) => path.basename(file) === 'part.json')
    .flatMap((file) => speedIn(file) ?? []);
}

function speedIn(file: string): Speed | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).yardstick;
  } catch {
    return null; // of a run that is under way
  }
}
