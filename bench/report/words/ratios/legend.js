import { plural } from '../../../util/text.js';

/** Below the plot. */
export const HOW_TO_READ =
  'Line: 95 % interval, or dotted the range of the rounds. Coloured: a difference was shown. Grey: none was shown. Hatched: void. Arrow: beyond the axis.';

/**
 * What opens the doubts.
 * @param {{ doubts: number, cells: number, voidCells: number, slices: number, voidSlices: number }} counts
 * @returns {string} '7 doubts · no void cells · 3 of 144 slices void'
 */
export function doubtsText({ doubts, cells, voidCells, slices, voidSlices }) {
  const voidText = (/** @type {number} */ some, /** @type {number} */ all, /** @type {string} */ noun) =>
    some === 0 ? `no void ${noun}s` : `${some} of ${plural(all, noun)} void`;
  return [plural(doubts, 'doubt'), voidText(voidCells, cells, 'cell'), ...(slices > 0 ? [voidText(voidSlices, slices, 'slice')] : [])].join(
    ' · ',
  );
}
