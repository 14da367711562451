import { escape } from '../charts/escape.js';
import { swatch } from './swatch.js';

/**
 * What every page of the project is made of.
 *
 * @typedef {import('../tables/figures.js').Table} Table
 * @typedef {import('../tables/figures.js').Cell} Cell
 * @typedef {Record<string, import('./swatch.js').Drawn>} Targets of a catalogue, or the little of them that is drawn
 */

export { escape };

/** Of ten rounds a list has dozens of lines, and what the run says would lie far below. */
const SHOWN_AT_ONCE = 5;

/** @param {string} list @param {number} length of it */
function folded(list, length) {
  return length > SHOWN_AT_ONCE ? `<details><summary>which ${length}</summary>${list}</details>` : list;
}

/** @param {import('../words/findings/index.js').Caveat[]} caveats @returns {string} items of a list */
export function caveatItems(caveats) {
  const list = caveats.map(({ title, text, items }) => {
    const members = items.length > 0 ? folded(`<ul>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`, items.length) : '';
    return `<li><strong>${escape(title)}</strong> ${escape(text)}${members}</li>`;
  });
  return list.join('');
}

/** @param {string} kind @param {string} scenario @param {string} title @param {string} how */
export function chart(kind, scenario, title, how) {
  return `<figure data-chart="${kind}" data-scenario="${escape(scenario)}"><figcaption><strong>${escape(title)}</strong><span class="how">${escape(how)}</span></figcaption>
<div class="canvas" role="img" aria-label="${escape(`${title}, ${scenario}`)}; the figures are in the tables below"></div></figure>`;
}

/** @param {Table} data @param {Targets} targets what the names of targets in it stand for @param {string} [kind] */
export function table({ caption, columns, rows }, targets, kind = '') {
  const heads = columns.map(({ head, unit, numeric, target }) => {
    const mark = target ? swatch(targets[target]) : '';
    return `<th scope="col"${numeric ? ' class="numeric"' : ''}>${mark}${escape(head)}${unit ? `<span class="unit">${escape(unit)}</span>` : ''}</th>`;
  });
  const body = rows.map((row) => `<tr>${row.map((cell, index) => tableCell(cell, columns[index], targets)).join('')}</tr>`);
  return `<div class="scroll ${kind}" tabindex="0"><table><caption>${escape(caption)}</caption>
<thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** @param {Cell} cell @param {import('../tables/figures.js').Column} column @param {Targets} targets */
function tableCell({ text, note, target, decided, struck }, { head, numeric, rowHead }, targets) {
  const look = target ? targets[target] : null;
  const mark = look ? swatch(look, rowHead || head === 'Target' ? '' : 'phone') : '';
  const words = struck ? `<del>${escape(text)}</del>` : escape(text);
  const small = note ? `<span class="note">${escape(note)}</span>` : '';
  const classes = [numeric ? 'numeric' : '', mark && rowHead ? 'target' : '', decided ? 'decided' : ''].filter(Boolean).join(' ');
  const [tag, scope] = rowHead ? ['th', ' scope="row"'] : ['td', ''];
  const shape = classes ? ` class="${classes}"` : '';
  return `<${tag}${scope}${shape} data-head="${escape(head)}">${mark}${words}${small}</${tag}>`;
}
