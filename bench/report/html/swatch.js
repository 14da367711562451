/** A target's line with its symbol, as the charts draw it. */
import { escape } from '../charts/escape.js';
import { filled, shape } from '../charts/symbols.js';

const DASHES = /** @type {Record<string, string>} */ ({ solid: '', dashed: '6 3', dotted: '2 3' });

/** @typedef {Pick<import('../../record/catalogue.js').Target, 'colour' | 'symbol' | 'line'>} Drawn */

/** @param {Drawn} target @param {string} [kind] a further class @returns {string} SVG */
export function swatch({ symbol, line, ...target }, kind = '') {
  const colour = escape(target.colour);
  const dash = escape(Array.isArray(line) ? line.join(' ') : (DASHES[line] ?? ''));
  const stroke = `<path d="M0 6h34" stroke="${colour}" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
  const hollow = filled(symbol) === symbol ? '' : ` fill="var(--background)" stroke="${colour}" stroke-width="1.5"`;
  const drawn = `<g transform="translate(17 6)"${hollow}>${shape(symbol)}</g>`;
  return `<svg class="swatch ${kind}" viewBox="0 0 34 12" fill="${colour}" aria-hidden="true">${stroke}${drawn}</svg>`;
}
