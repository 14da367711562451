/** The wall-clock bounds of the slices of a part. */
import { slicesOf, type Block } from '../../../k6/lib/blocks.js';
import { nearestSecondMs } from '../../util/time.ts';
import type { Slice } from '../../record/part.ts';

/** A slice's first second is in no figure: users arrive in it, and connections are made. */
const SETTLE_MS = 1000;

export type SliceBounds = Pick<Slice, 'slice' | 'block' | 'target' | 'vus' | 'startMs' | 'endMs' | 'plateauStartMs' | 'plateauEndMs'>;

/** @param startMs epoch milliseconds of the first slice */
export function sliceBounds(
  { blocks, sliceSeconds, gapSeconds }: { blocks: Block[]; sliceSeconds: number; gapSeconds: number },
  startMs: number,
): SliceBounds[] {
  return slicesOf(blocks, sliceSeconds, gapSeconds).map(({ startSecond, ...slice }) => {
    const from = startMs + startSecond * 1000;
    const to = from + sliceSeconds * 1000;
    return { ...slice, startMs: from, endMs: to, plateauStartMs: nearestSecondMs(from) + SETTLE_MS, plateauEndMs: nearestSecondMs(to) };
  });
}
