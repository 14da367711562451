import { SHOWN_AT_ONCE } from '../html/parts.js';

/** @param {import('../tables/table.js').Table} table @returns {string} its caption and itself */
export function table({ caption, columns, rows }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    `${plain(caption)}:\n`,
    line(columns.map(({ head, unit }) => plain(unit ? `${head} (${unit})` : head))),
    line(columns.map(({ numeric }) => (numeric ? '--:' : '---'))),
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n');
}

/** @param {import('../tables/table.js').Cell} cell */
function cellText({ text, note, struck }) {
  const words = struck ? `~~${plain(text)}~~` : plain(text);
  return note ? `${words} (${plain(note)})` : words;
}

/** Text of the bundle that Markdown must not read as its own signs, in one line. @param {string} text */
export function plain(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|*_`<>~[\]]/g, '\\$&');
}

/** @param {import('../words/findings/index.js').Caveat[]} caveats @returns {string} items of a list */
export function caveatItems(caveats) {
  const linesOf = (/** @type {typeof caveats[number]} */ { title, text, items }) => {
    const more = items.length > SHOWN_AT_ONCE ? [`and ${items.length - SHOWN_AT_ONCE} more, see report.html`] : [];
    const shown = [...items.slice(0, SHOWN_AT_ONCE), ...more].map((item) => `  - ${plain(item)}`);
    return [`- **${plain(title)}** ${plain(text)}`.trimEnd(), ...shown];
  };
  return caveats.flatMap(linesOf).join('\n');
}
