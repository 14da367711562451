/** What every page of the project is made of. */
import { filled, shape } from '../charts/symbols.ts';
import { html, trusted, type Html } from './template.ts';
import type { Caveat } from '../words/findings/index.ts';
import type { Drawn, Plot } from '../charts/plot.ts';
import type { Table, Cell, Column } from '../tables/table.ts';

type Targets = Record<string, Drawn>;

const DASHES: Record<string, string> = { solid: '', dashed: '6 3', dotted: '2 3' };

/** Of ten rounds a list has dozens of lines, and what the run says would lie far below. */
export const SHOWN_AT_ONCE = 5;

export function caveatItems(caveats: Caveat[]): Html {
  return html`${caveats.map(({ title, text, items }) => html`<li><strong>${title}</strong> ${text}${members(items)}</li>`)}`;
}

function members(items: string[]) {
  const list = items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return items.length > SHOWN_AT_ONCE ? html`<details><summary>which ${items.length}</summary>${list}</details>` : list;
}

export function statementList(sentences: string[]): Html | null {
  return sentences.length > 0 ? html`<ul class="statements">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : null;
}

export function factLists(lists: { title: string; rows: [name: string, value: string][] }[]): Html {
  const item = ([name, value]: [string, string]) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<div class="facts">${lists.map(({ title, rows }) => html`<div><h3>${title}</h3><dl>${rows.map(item)}</dl></div>`)}</div>`;
}

/** The place of a chart, which the page's script draws, below its legend, whose names hide and show their targets. */
export function chart(plot: Plot | null): Html | null {
  if (plot === null) return null;
  const { kind, place, title, how, targets } = plot;
  const names = targets.map(
    (target) => html`<button type="button" aria-pressed="true" value="${target.name}">${swatch(target)}${target.label}</button>`,
  );
  return html`<figure data-chart="${kind}" data-scenario="${place}"><figcaption><strong>${title}</strong><span class="how">${how}</span></figcaption>
<div class="legend">${names}</div><div class="canvas" role="img" aria-label="${title}, ${place}; the figures are in the tables below"></div></figure>`;
}

/** @param targets what the names of targets in it stand for */
export function table({ caption, columns, rows }: Table, targets: Targets, kind = ''): Html {
  const heads = columns.map(({ head, unit, numeric, target }) => {
    const mark = target && swatch(targets[target]);
    return html`<th scope="col"${numeric && html` class="numeric"`}>${mark}${head}${unit && html`<span class="unit">${unit}</span>`}</th>`;
  });
  const body = rows.map((row) => html`<tr>${row.map((cell, index) => tableCell(cell, columns[index], targets))}</tr>\n`);
  return html`<div class="scroll ${kind}" tabindex="0"><table>${caption && html`<caption>${caption}</caption>`}
<thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function tableCell({ text, note, target, decided, struck }: Cell, { head, numeric, rowHead }: Column, targets: Targets) {
  const look = target && targets[target];
  const mark = look && swatch(look, rowHead || head === 'Target' ? '' : 'phone');
  const classes = [numeric && 'numeric', mark && rowHead && 'target', decided && 'decided'].filter(Boolean).join(' ');
  const attributes = html`${classes && html` class="${classes}"`} data-head="${head}"`;
  const content = html`${mark}${struck ? html`<del>${text}</del>` : text}${note && html`<span class="note">${note}</span>`}`;
  return rowHead ? html`<th scope="row"${attributes}>${content}</th>` : html`<td${attributes}>${content}</td>`;
}

/** A target's line with its symbol, as the charts draw it. @param kind a further class @returns SVG */
export function swatch({ colour, symbol, line }: Omit<Drawn, 'label'>, kind = ''): Html {
  const dash = Array.isArray(line) ? line.join(' ') : DASHES[line];
  const stroke = html`<path d="M0 6h34" stroke="${colour}" stroke-width="2"${dash && html` stroke-dasharray="${dash}"`}/>`;
  const hollow = filled(symbol) !== symbol && html` fill="var(--background)" stroke="${colour}" stroke-width="1.5"`;
  const drawn = html`<g transform="translate(17 6)"${hollow}>${trusted(shape(symbol))}</g>`;
  return html`<svg class="swatch ${kind}" viewBox="0 0 34 12" fill="${colour}" aria-hidden="true">${stroke}${drawn}</svg>`;
}
