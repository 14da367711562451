/** A target's line with its symbol, as the charts draw it. */
import { escape } from '../charts/escape.js';
import { PATHS, filled } from '../charts/symbols.js';

const SYMBOLS = /** @type {Record<string, string>} */ ({
  circle: '<circle cx="17" cy="6" r="4"/>',
  triangle: '<path d="M17 1.5 21.5 10h-9z"/>',
  rect: '<path d="M13 2h8v8h-8z"/>',
  diamond: '<path d="M17 1l5 5-5 5-5-5z"/>',
  roundRect: '<rect x="13" y="2" width="8" height="8" rx="2.5"/>',
  pin: '<path d="M17 11 13.5 5.5a3.8 3.8 0 1 1 7 0z"/>',
  arrow: '<path d="M17 1.5 21.5 10.5 17 8 12.5 10.5z"/>',
  ...Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, `<path d="${path}"/>`])),
});
const DASHES = /** @type {Record<string, string>} */ ({ solid: '', dashed: '6 3', dotted: '2 3' });

/** @typedef {Pick<import('../../record/catalogue.js').Target, 'colour' | 'symbol' | 'line'>} Drawn */

/** @param {Drawn} target @param {string} [kind] a further class @returns {string} SVG */
export function swatch({ symbol, line, ...target }, kind = '') {
  const colour = escape(target.colour);
  const dash = escape(Array.isArray(line) ? line.join(' ') : (DASHES[line] ?? ''));
  const stroke = `<path d="M0 6h34" stroke="${colour}" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
  const shape = SYMBOLS[filled(symbol)] ?? '';
  const drawn =
    filled(symbol) === symbol ? shape : shape.replace('/>', ` fill="var(--background)" stroke="${colour}" stroke-width="1.5"/>`);
  return `<svg class="swatch ${kind}" viewBox="0 0 34 12" fill="${colour}" aria-hidden="true">${stroke}${drawn}</svg>`;
}
