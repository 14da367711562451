import { swatch } from './swatch.js';
import { html } from './template.js';

/**
 * What every page of the project is made of.
 *
 * @typedef {import('./template.js').Html} Html
 * @typedef {import('../tables/figures.js').Table} Table
 * @typedef {import('../tables/figures.js').Cell} Cell
 * @typedef {Record<string, import('./swatch.js').Drawn>} Targets of a catalogue, or the little of them that is drawn
 */

/** Of ten rounds a list has dozens of lines, and what the run says would lie far below. */
export const SHOWN_AT_ONCE = 5;

/** @param {import('../words/findings/index.js').Caveat[]} caveats @returns {Html} items of a list */
export function caveatItems(caveats) {
  return html`${caveats.map(({ title, text, items }) => html`<li><strong>${title}</strong> ${text}${members(items)}</li>`)}`;
}

/** @param {string[]} items */
function members(items) {
  const list = items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return items.length > SHOWN_AT_ONCE ? html`<details><summary>which ${items.length}</summary>${list}</details>` : list;
}

/** @param {string[]} sentences @returns {Html | null} null without any */
export function statementList(sentences) {
  return sentences.length > 0 ? html`<ul class="statements">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : null;
}

/** @param {{ title: string, rows: [name: string, value: string][] }[]} lists @returns {Html} */
export function factLists(lists) {
  const item = (/** @type {[string, string]} */ [name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<div class="facts">${lists.map(({ title, rows }) => html`<div><h3>${title}</h3><dl>${rows.map(item)}</dl></div>`)}</div>`;
}

/** The place of a chart, which the page's script draws, below its legend, whose names hide and show their targets. @param {import('../charts/plot.js').Plot | null} plot @returns {Html | null} */
export function chart(plot) {
  if (plot === null) return null;
  const { kind, place, title, how, targets } = plot;
  const names = targets.map(
    (target) => html`<button type="button" aria-pressed="true" value="${target.name}">${swatch(target)}${target.label}</button>`,
  );
  return html`<figure data-chart="${kind}" data-scenario="${place}"><figcaption><strong>${title}</strong><span class="how">${how}</span></figcaption>
<div class="legend">${names}</div><div class="canvas" role="img" aria-label="${title}, ${place}; the figures are in the tables below"></div></figure>`;
}

/** @param {Table} data @param {Targets} targets what the names of targets in it stand for @param {string} [kind] @returns {Html} */
export function table({ caption, columns, rows }, targets, kind = '') {
  const heads = columns.map(({ head, unit, numeric, target }) => {
    const mark = target && swatch(targets[target]);
    return html`<th scope="col"${numeric && html` class="numeric"`}>${mark}${head}${unit && html`<span class="unit">${unit}</span>`}</th>`;
  });
  const body = rows.map((row) => html`<tr>${row.map((cell, index) => tableCell(cell, columns[index], targets))}</tr>\n`);
  return html`<div class="scroll ${kind}" tabindex="0"><table>${caption && html`<caption>${caption}</caption>`}
<thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** @param {Cell} cell @param {import('../tables/figures.js').Column} column @param {Targets} targets */
function tableCell({ text, note, target, decided, struck }, { head, numeric, rowHead }, targets) {
  const look = target && targets[target];
  const mark = look && swatch(look, rowHead || head === 'Target' ? '' : 'phone');
  const classes = [numeric && 'numeric', mark && rowHead && 'target', decided && 'decided'].filter(Boolean).join(' ');
  const attributes = html`${classes && html` class="${classes}"`} data-head="${head}"`;
  const content = html`${mark}${struck ? html`<del>${text}</del>` : text}${note && html`<span class="note">${note}</span>`}`;
  return rowHead ? html`<th scope="row"${attributes}>${content}</th>` : html`<td${attributes}>${content}</td>`;
}
