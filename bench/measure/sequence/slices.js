/** The wall-clock bounds of the slices of a sequence. */
import { GAP_SECONDS, slicesOf } from '../../../k6/lib/blocks.js';
import { nearestSecondMs } from '../../util/time.js';

/** A slice's first second is in no figure: users arrive in it, and connections are made. */
const SETTLE_MS = 1000;

/** @typedef {{ slice: number, block: number, target: string, startMs: number, endMs: number, plateauStartMs: number, plateauEndMs: number }} SliceBounds */

/** @typedef {{ blocks: string[][], gapSeconds?: number }} Timed `blocks`: of each its targets; `gapSeconds`: where it is not the usual one */

/**
 * @param {Timed} sequence
 * @param {number} sliceSeconds
 * @param {number} startMs epoch milliseconds of the first slice
 * @returns {SliceBounds[]}
 */
export function sliceBounds({ blocks, gapSeconds }, sliceSeconds, startMs) {
  return slicesOf(blocks, sliceSeconds, gapSeconds).map(({ slice, block, target, startSecond }) => {
    const from = startMs + startSecond * 1000;
    const to = from + sliceSeconds * 1000;
    return {
      slice,
      block,
      target,
      startMs: from,
      endMs: to,
      plateauStartMs: nearestSecondMs(from) + SETTLE_MS,
      plateauEndMs: nearestSecondMs(to),
    };
  });
}

/**
 * @param {Timed} sequence
 * @param {number} sliceSeconds
 * @returns {{ load: number, gaps: number }} seconds that the sequence takes
 */
export function sequenceSeconds({ blocks, gapSeconds = GAP_SECONDS }, sliceSeconds) {
  const slices = blocks.flat().length;
  return { load: slices * sliceSeconds, gaps: slices * gapSeconds };
}
