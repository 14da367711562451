import { largest } from '../../util/math.js';

/**
 * Arithmetic over the samples of a window, both ends included.
 * @typedef {import('../../record/raw-part.js').Sample} Sample
 * @typedef {{fromMs: number, toMs: number}} Window
 * @typedef {{ kind: 'file', file: string } | { kind: 'samples', samples: number, needed: number } | { kind: 'restarted' }} Absence why a figure could not be
 *   had: its file is missing or broken, there are too few samples on the plateau, or its counter fell, because the process was restarted
 */

/** Thrown where a figure cannot be had. */
export class NotMeasured extends Error {
  /** @param {Absence} absence */
  constructor(absence) {
    super(absence.kind);
    this.absence = absence;
  }
}

/** @template {Sample} S @param {S[]} samples in order of time @param {Window} window */
export function within(samples, { fromMs, toMs }) {
  return samples.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
}

/**
 * What a cumulative counter rose by between its first and last sample in the window.
 * @param {Sample[]} samples in order of time
 * @param {Window} window
 * @returns {{delta: number, seconds: number}} and the seconds between these two samples
 * @throws {NotMeasured} where there are fewer than two samples of different times, or the counter fell
 */
export function counterDelta(samples, window) {
  const inside = within(samples, window);
  if (inside.length < 2) throw new NotMeasured({ kind: 'samples', samples: inside.length, needed: 2 });
  for (let index = 1; index < inside.length; index++) {
    if (inside[index].value < inside[index - 1].value) throw new NotMeasured({ kind: 'restarted' });
  }
  const first = inside[0];
  const last = inside[inside.length - 1];
  if (first.timeMs === last.timeMs) throw new NotMeasured({ kind: 'samples', samples: 1, needed: 2 });
  return { delta: last.value - first.value, seconds: (last.timeMs - first.timeMs) / 1000 };
}

/** @param {Sample[]} samples of a gauge @param {Window} window @returns {number} @throws {NotMeasured} where there are no samples */
export function highestIn(samples, window) {
  const values = within(samples, window).map(({ value }) => value);
  if (values.length === 0) throw new NotMeasured({ kind: 'samples', samples: 0, needed: 1 });
  return largest(values);
}
