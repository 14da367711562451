/** A target's line with its symbol, as the charts draw it. */
import { filled, shape } from '../charts/symbols.ts';
import { html, trusted, type Html } from './template.ts';
import type { Target } from '../../record/catalogue.ts';

const DASHES = { solid: '', dashed: '6 3', dotted: '2 3' } as Record<string, string>;

export type Drawn = Pick<Target, 'colour' | 'symbol' | 'line'>;

/** @param kind a further class @returns SVG */
export function swatch({ colour, symbol, line }: Drawn, kind = ''): Html {
  const dash = Array.isArray(line) ? line.join(' ') : DASHES[line];
  const stroke = html`<path d="M0 6h34" stroke="${colour}" stroke-width="2"${dash && html` stroke-dasharray="${dash}"`}/>`;
  const hollow = filled(symbol) !== symbol && html` fill="var(--background)" stroke="${colour}" stroke-width="1.5"`;
  const drawn = html`<g transform="translate(17 6)"${hollow}>${trusted(shape(symbol))}</g>`;
  return html`<svg class="swatch ${kind}" viewBox="0 0 34 12" fill="${colour}" aria-hidden="true">${stroke}${drawn}</svg>`;
}
