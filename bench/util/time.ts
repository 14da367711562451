/** To be compared with times of other processes. Durations are measured with `performance.now()`, which no setting of the clock changes. */
export function nowEpochMs(): number {
  return Date.now(); // eslint-disable-line no-restricted-properties
}

/** Whole seconds, in which load data come. Scripts begin on one; the few milliseconds by which a clock may be late are rounded away. */

/** @returns the nearest second, in seconds since the epoch */
export function nearestSecond(epochMs: number): number {
  return Math.round(epochMs / 1000);
}

/** @returns the nearest second, in milliseconds since the epoch */
export function nearestSecondMs(epochMs: number): number {
  return nearestSecond(epochMs) * 1000;
}
