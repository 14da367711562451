import { plural } from '../../../util/text.js';

/** Below the plot. */
export const HOW_TO_READ =
  'Line: 95 % interval, or dotted the range of the rounds. Coloured: a difference was shown. Grey: none was shown. Hatched: void. Arrow: beyond the axis.';

/**
 * What opens the doubts.
 * @param {{ doubts: number, slices: number, voidSlices: number }} counts
 * @returns {string} '7 doubts · 3 of 144 slices void'
 */
export function doubtsText({ doubts, slices, voidSlices }) {
  return `${plural(doubts, 'doubt')}${voidSlices > 0 ? ` · ${voidSlices} of ${plural(slices, 'slice')} void` : ''}`;
}
