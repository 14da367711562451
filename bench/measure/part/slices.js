/** The wall-clock bounds of the slices of a part. */
import { slicesOf } from '../../../k6/lib/blocks.js';
import { nearestSecondMs } from '../../util/time.js';

/** A slice's first second is in no figure: users arrive in it, and connections are made. */
const SETTLE_MS = 1000;

/** @typedef {Pick<import('../../record/part.js').Slice, 'slice' | 'block' | 'target' | 'vus' | 'startMs' | 'endMs' | 'plateauStartMs' | 'plateauEndMs'>} SliceBounds */
/** @typedef {import('../../record/run.js').Block} Block */

/**
 * @param {{ blocks: Block[], sliceSeconds: number, gapSeconds: number }} load
 * @param {number} startMs epoch milliseconds of the first slice
 * @returns {SliceBounds[]}
 */
export function sliceBounds({ blocks, sliceSeconds, gapSeconds }, startMs) {
  return slicesOf(blocks, sliceSeconds, gapSeconds).map(({ startSecond, ...slice }) => {
    const from = startMs + startSecond * 1000;
    const to = from + sliceSeconds * 1000;
    return { ...slice, startMs: from, endMs: to, plateauStartMs: nearestSecondMs(from) + SETTLE_MS, plateauEndMs: nearestSecondMs(to) };
  });
}
