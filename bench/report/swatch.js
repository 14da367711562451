/** A target's line with its symbol, as the charts draw it. */

const SYMBOLS = /** @type {Record<string, string>} */ ({
  circle: '<circle cx="17" cy="6" r="4"/>',
  triangle: '<path d="M17 1.5 21.5 10h-9z"/>',
  rect: '<path d="M13 2h8v8h-8z"/>',
  diamond: '<path d="M17 1l5 5-5 5-5-5z"/>',
});
const DASHES = /** @type {Record<string, string>} */ ({ solid: '', dashed: '6 3', dotted: '2 3' });

/** @param {import('../analyse/types.js').CatalogueTarget} target @param {string} [kind] a further class @returns {string} SVG */
export function swatch({ colour, symbol, line }, kind = '') {
  const dash = Array.isArray(line) ? line.join(' ') : DASHES[line];
  const stroke = `<path d="M0 6h34" stroke="${colour}" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
  return `<svg class="swatch ${kind}" viewBox="0 0 34 12" fill="${colour}" aria-hidden="true">${stroke}${SYMBOLS[symbol]}</svg>`;
}
