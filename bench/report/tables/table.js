/**
 * Tables as data: Markdown, HTML and the terminal write them.
 *
 * @typedef {{text: string, note?: string, target?: string, decided?: boolean, struck?: boolean}} Cell
 *   `note`: smaller, below; `target`: the name of a target, drawn with its symbol; `decided`: a verdict that is one;
 *   `struck`: a figure that must not be read as one
 * @typedef {{head: string, unit?: string, numeric?: boolean, rowHead?: boolean, target?: string}} Column
 * @typedef {{caption: string, columns: Column[], rows: Cell[][]}} Table
 */

/**
 * @template T
 * @param {string} caption
 * @param {T[]} items a row each
 * @param {(Column & { of: (item: T) => string | Cell })[]} columns `of`: what stands there of an item
 * @returns {Table}
 */
export function tableOf(caption, items, columns) {
  const cellOf = (/** @type {string | Cell} */ given) => (typeof given === 'string' ? { text: given } : given);
  return { caption, columns, rows: items.map((item) => columns.map(({ of }) => cellOf(of(item)))) };
}
