/**
 * The axis of ratios: logarithmic, so that twice and half are equally far from 1.
 *
 * @typedef {import('../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {{ low: number, high: number, ticks: number[] }} Axis `low` and `high` are its ends
 */

/** Ratios that people count in. */
const TICKS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4];
/** However close the ratios are, it shows at least this much on either side of 1. */
const LEAST = 1.15;
/** What lies beyond is drawn as an arrow at the edge: one ratio of ×0.02 must not make all others look alike. */
const MOST = 4;
const MARGIN = 1.04;

/** @param {VerdictRow[]} rows @returns {Axis} */
export function axisOf(rows) {
  const drawn = rows.flatMap(({ ratio, low, high, rangeOfRounds }) => {
    const ends = low !== null && high !== null ? [low, high] : (rangeOfRounds ?? []);
    return ratio === null ? [] : [ratio, ...ends];
  });
  const near = drawn.filter((ratio) => ratio >= 1 / MOST && ratio <= MOST);
  const low = Math.min(1 / LEAST, ...near) / MARGIN;
  const high = Math.max(LEAST, ...near) * MARGIN;
  return { low, high, ticks: TICKS.filter((tick) => tick >= low && tick <= high) };
}

/** @param {Axis} axis @param {number} ratio @returns {number} 0 at its lower end, 1 at its upper; what lies beyond is at the end */
export function placeOf({ low, high }, ratio) {
  const place = Math.log(ratio / low) / Math.log(high / low);
  return Math.min(1, Math.max(0, place));
}

/** @param {Axis} axis @param {number} ratio @returns {boolean} */
export function isBeyond({ low, high }, ratio) {
  return ratio < low || ratio > high;
}

/**
 * Those that do not touch: outwards from ×1, each at a distance from the one before.
 * @param {Axis} axis
 * @param {number} least distance, as a share of the axis
 * @returns {number[]}
 */
export function spacedTicks(axis, least) {
  const outwards = (/** @type {number[]} */ side) => {
    let last = placeOf(axis, 1);
    return side.filter((tick) => {
      const isFar = Math.abs(placeOf(axis, tick) - last) >= least;
      if (isFar) last = placeOf(axis, tick);
      return isFar;
    });
  };
  const below = axis.ticks.filter((tick) => tick < 1).reverse();
  const above = axis.ticks.filter((tick) => tick > 1);
  return [...outwards(below).reverse(), 1, ...outwards(above)];
}
