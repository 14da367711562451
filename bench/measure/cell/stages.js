/** The wall-clock bounds of a staircase. */
import { nearestSecondMs } from '../../util/time.js';

const SETTLE_MS = 1000;

/** @typedef {{ vus: number, startMs: number, endMs: number, plateauStartMs: number, plateauEndMs: number }} StageBounds */

/**
 * Rates are those of the plateau: the stage without its first second, in which new users arrive and slow requests have no answer yet. Load
 * data come in whole seconds, so its bounds are whole seconds. The scripts start on a whole second.
 * @param {{ vus: number, durationMs: number }[]} stages
 * @param {number} scenarioStartMs epoch milliseconds
 * @returns {StageBounds[]}
 */
export function stageBounds(stages, scenarioStartMs) {
  let startMs = scenarioStartMs;
  return stages.map(({ vus, durationMs }) => {
    const endMs = startMs + durationMs;
    const bounds = { vus, startMs, endMs, plateauStartMs: nearestSecondMs(startMs) + SETTLE_MS, plateauEndMs: nearestSecondMs(endMs) };
    startMs = endMs;
    return bounds;
  });
}
