import { SHOWN_AT_ONCE } from '../html/parts.ts';
import type { Table, Cell } from '../tables/table.ts';
import type { Caveat } from '../words/findings/index.ts';

export function table({ caption, columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    `${plain(caption)}:\n`,
    line(columns.map(({ head, unit }) => plain(unit ? `${head} (${unit})` : head))),
    line(columns.map(({ numeric }) => (numeric ? '--:' : '---'))),
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n');
}

function cellText({ text, note, struck }: Cell) {
  const words = struck ? `~~${plain(text)}~~` : plain(text);
  return note ? `${words} (${plain(note)})` : words;
}

/** Text of the bundle that Markdown must not read as its own signs, in one line. */
export function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|*_`<>~[\]]/g, '\\$&');
}

export function caveatItems(caveats: Caveat[]): string {
  const linesOf = ({ title, text, items }: (typeof caveats)[number]) => {
    const more = items.length > SHOWN_AT_ONCE ? [`and ${items.length - SHOWN_AT_ONCE} more, see report.html`] : [];
    const shown = [...items.slice(0, SHOWN_AT_ONCE), ...more].map((item) => `  - ${plain(item)}`);
    return [`- **${plain(title)}** ${plain(text)}`.trimEnd(), ...shown];
  };
  return caveats.flatMap(linesOf).join('\n');
}

/** @returns items of a list */
export function bullets(items: string[]): string {
  return items.map((item) => `- ${plain(item)}`).join('\n');
}

/** @param blocks '' and null are left out */
export function written(blocks: (string | null)[]): string {
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
