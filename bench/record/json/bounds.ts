/** The times of slices. The figures are made second by second: bounds that lie apart by years would not fit in memory. */
import { faultyField } from './file.ts';

/** epoch milliseconds */
type Bounds = { startMs: number; endMs: number; plateauStartMs: number; plateauEndMs: number };

/** Bounds are whole milliseconds of a clock; plateaus are moved to the nearest second. */
const CLOCK_MS = 1;
const SECOND_MS = 1000;

/**
 * @param all in order of time
 * @param durationMs of each, as planned
 * @returns the first that does not follow the one before, or does not take as long as was planned
 */
export function faultyBounds(field: string, all: readonly Bounds[], durationMs: number): string | null {
  let beforeMs = 0;
  for (const [index, { startMs, endMs, plateauStartMs, plateauEndMs }] of all.entries()) {
    const fault = (name: string, value: number, accepted: string) => faultyField(`${field}[${index}].${name}`, value, accepted);
    if (startMs < beforeMs - CLOCK_MS) return fault('startMs', startMs, `a time from ${beforeMs}, the end of the one before`);
    const plannedMs = startMs + durationMs;
    if (Math.abs(endMs - plannedMs) > CLOCK_MS) return fault('endMs', endMs, `${plannedMs}, as planned in run.json`);
    if (!isWithin(plateauStartMs, startMs, endMs)) return fault('plateauStartMs', plateauStartMs, `a time from ${startMs} to ${endMs}`);
    if (!isWithin(plateauEndMs, startMs, endMs)) return fault('plateauEndMs', plateauEndMs, `a time from ${startMs} to ${endMs}`);
    beforeMs = endMs;
  }
  return null;
}

function isWithin(timeMs: number, fromMs: number, toMs: number) {
  return timeMs >= fromMs - SECOND_MS && timeMs <= toMs + SECOND_MS;
}
