/** The times of slices. The figures are made second by second: bounds that lie apart by years would not fit in memory. */
import { faultyField } from './file.js';

/** @typedef {{ startMs: number, endMs: number, plateauStartMs: number, plateauEndMs: number }} Bounds epoch milliseconds */

/** Bounds are whole milliseconds of a clock; plateaus are moved to the nearest second. */
const CLOCK_MS = 1;
const SECOND_MS = 1000;

/**
 * @param {string} field
 * @param {readonly Bounds[]} all in order of time
 * @param {number} durationMs of each, as planned
 * @returns {string | null} the first that does not follow the one before, or does not take as long as was planned
 */
export function faultyBounds(field, all, durationMs) {
  let beforeMs = 0;
  for (const [index, { startMs, endMs, plateauStartMs, plateauEndMs }] of all.entries()) {
    const fault = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ accepted) =>
      faultyField(`${field}[${index}].${name}`, value, accepted);
    if (startMs < beforeMs - CLOCK_MS) return fault('startMs', startMs, `a time from ${beforeMs}, the end of the one before`);
    const plannedMs = startMs + durationMs;
    if (Math.abs(endMs - plannedMs) > CLOCK_MS) return fault('endMs', endMs, `${plannedMs}, as planned in run.json`);
    if (!isWithin(plateauStartMs, startMs, endMs)) return fault('plateauStartMs', plateauStartMs, `a time from ${startMs} to ${endMs}`);
    if (!isWithin(plateauEndMs, startMs, endMs)) return fault('plateauEndMs', plateauEndMs, `a time from ${startMs} to ${endMs}`);
    beforeMs = endMs;
  }
  return null;
}

/** @param {number} timeMs @param {number} fromMs @param {number} toMs */
function isWithin(timeMs, fromMs, toMs) {
  return timeMs >= fromMs - SECOND_MS && timeMs <= toMs + SECOND_MS;
}
