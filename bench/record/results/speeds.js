/** How fast this machine was in earlier runs, by the fixed computation before each measurement. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runIds } from './runs.js';

/** Runs that are looked at, the newest. */
const RUNS = 5;

/** @typedef {{ memoryNs: number, loopNs: number }} Speed of one access to memory, and of one turn of a loop that needs none */

/** @param {string} resultsDir @returns {Speed[]} of the newest runs; what cannot be read is left out */
export function earlierSpeeds(resultsDir) {
  return runIds(resultsDir)
    .slice(-RUNS)
    .flatMap((id) =>
      readdirSync(path.join(resultsDir, id), { recursive: true, encoding: 'utf8' }).map((name) => path.join(resultsDir, id, name)),
    )
    .filter((file) => path.basename(file) === 'part.json')
    .flatMap((file) => speedIn(file) ?? []);
}

/** @param {string} file @returns {Speed | null} */
function speedIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).yardstick;
  } catch {
    return null; // of a run that is under way
  }
}
