/** Tables as data: Markdown, HTML and the terminal write them. */
/** `note`: smaller, below; `target`: the name of a target, drawn with its symbol; `decided`: a verdict that is one; `struck`: a figure that must not be
 * read as one */
export type Cell = { text: string; note?: string; target?: string; decided?: boolean; struck?: boolean };

export type Column = { head: string; unit?: string; numeric?: boolean; rowHead?: boolean; target?: string };

export type Table = { caption: string; columns: Column[]; rows: Cell[][] };

/** @param items a row each @param columns `of`: what stands there of an item */
export function tableOf<T>(caption: string, items: T[], columns: (Column & { of: (item: T) => string | Cell })[]): Table {
  const cellOf = (given: string | Cell) => (typeof given === 'string' ? { text: given } : given);
  return { caption, columns, rows: items.map((item) => columns.map(({ of }) => cellOf(of(item)))) };
}
