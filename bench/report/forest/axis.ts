/** The axis of ratios: logarithmic, so that twice and half are equally far from 1. */
import type { VerdictRow } from '../verdicts/rows.ts';

/** `low` and `high` are its ends */
export type Axis = { low: number; high: number; ticks: number[] };

/** Ratios that people count in. */
const TICKS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4];
/** However close the ratios are, it shows at least this much on either side of 1. */
const LEAST = 1.15;
/** What lies beyond is drawn as an arrow at the edge: one ratio of ×0.02 must not make all others look alike. */
const MOST = 4;
const MARGIN = 1.04;

export function axisOf(rows: VerdictRow[]): Axis {
  const drawn = rows.flatMap(({ ratio, low, high, rangeOfRounds }) => {
    const ends = low !== null && high !== null ? [low, high] : (rangeOfRounds ?? []);
    return ratio === null ? [] : [ratio, ...ends];
  });
  const near = drawn.filter((ratio) => ratio >= 1 / MOST && ratio <= MOST);
  const low = Math.min(1 / LEAST, ...near) / MARGIN;
  const high = Math.max(LEAST, ...near) * MARGIN;
  return { low, high, ticks: TICKS.filter((tick) => tick >= low && tick <= high) };
}

/** @returns 0 at its lower end, 1 at its upper; what lies beyond is at the end */
export function placeOf({ low, high }: Axis, ratio: number): number {
  const place = Math.log(ratio / low) / Math.log(high / low);
  return Math.min(1, Math.max(0, place));
}

export function isBeyond({ low, high }: Axis, ratio: number): boolean {
  return ratio < low || ratio > high;
}

/** Those that do not touch: outwards from ×1, each at a distance from the one before. @param least distance, as a share of the axis */
export function spacedTicks(axis: Axis, least: number): number[] {
  const outwards = (side: number[]) => {
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
