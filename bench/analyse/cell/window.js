import { mean } from '../../util/math.js';

/**
 * Arithmetic over the samples of a window, both ends included.
 * @typedef {import('../../record/raw-cell.js').Sample} Sample
 * @typedef {{fromMs: number, toMs: number}} Window
 */

/**
 * @param {Sample[]} samples in order of time
 * @param {Window} window
 */
export function within(samples, { fromMs, toMs }) {
  return samples.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
}

/**
 * What a cumulative counter rose by between its first and last sample in the window.
 * @param {Sample[]} samples in order of time
 * @param {Window} window
 * @returns {{delta: number, seconds: number}} and the seconds between these two samples
 * @throws {Error} one line, where there are fewer than two samples or the counter fell (its process was restarted)
 */
export function counterDelta(samples, window) {
  const inside = within(samples, window);
  if (inside.length < 2) throw new Error(`${inside.length === 1 ? '1 sample' : 'no samples'} on the plateau, 2 are needed`);
  for (let index = 1; index < inside.length; index++) {
    if (inside[index].value < inside[index - 1].value) throw new Error('the counter fell: the process was restarted');
  }
  const first = inside[0];
  const last = inside[inside.length - 1];
  return { delta: last.value - first.value, seconds: (last.timeMs - first.timeMs) / 1000 };
}

/**
 * @param {Sample[]} samples
 * @param {Window} window
 * @returns {{mean: number, max: number}}
 * @throws {Error} one line, where there are no samples
 */
export function gauge(samples, window) {
  const values = within(samples, window).map(({ value }) => value);
  if (values.length === 0) throw new Error('no samples on the plateau');
  return { mean: mean(values), max: Math.max(...values) };
}
