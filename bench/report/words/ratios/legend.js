import { plural } from '../../../util/text.js';

/** Below the plot. */
export const HOW_TO_READ =
  'Line: 95 % interval, or dotted the range of the rounds. Coloured: a difference was shown. Grey: none was shown. Hatched: discarded. Arrow: beyond the axis.';

/**
 * What opens the doubts.
 * @param {{ doubts: number, slices: number, discardedSlices: number }} counts
 * @returns {string} '7 doubts · 3 of 144 slices discarded'
 */
export function doubtsText({ doubts, slices, discardedSlices }) {
  return `${plural(doubts, 'doubt')}${discardedSlices > 0 ? ` · ${discardedSlices} of ${plural(slices, 'slice')} discarded` : ''}`;
}
