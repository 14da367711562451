/** To be compared with times of other processes. Durations are measured with `performance.now()`, which no setting of the clock changes. */
export function nowEpochMs(): number {
  return Date.now(); // eslint-disable-line no-restricted-properties
}

/** Load data come in whole seconds. Scripts begin on one: a clock may be some milliseconds late. @returns the nearest, in seconds since the epoch */
export function nearestSecond(epochMs: number): number {
  return Math.round(epochMs / 1000);
}

/** @returns the same in milliseconds */
export function nearestSecondMs(epochMs: number): number {
  return nearestSecond(epochMs) * 1000;
}
