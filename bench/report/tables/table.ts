/** Tables as data: Markdown, HTML and the terminal write them. */
import { alignColumns } from '../../util/table.ts';

/** `note`: smaller, below; `target`: the name of a target, drawn with its symbol; `decided`: a verdict that is one; `struck`: a figure that must not be
 * read as one */
export type Cell = { text: string; note?: string; target?: string; decided?: boolean; struck?: boolean };

export type Column = { head: string; unit?: string; numeric?: boolean; rowHead?: boolean; target?: string };

export type Table = { caption: string; columns: Column[]; rows: Cell[][] };

type Of<T> = (item: T) => string | Cell;

/** @param items a row each @param columns `of`: what stands there of an item */
export function tableOf<T>(caption: string, items: T[], columns: (Column & { of: Of<T> })[]): Table {
  const cellOf = (given: string | Cell) => (typeof given === 'string' ? { text: given } : given);
  return { caption, columns, rows: items.map((item) => columns.map(({ of }) => cellOf(of(item)))) };
}

/** A column of figures. @param unit '' without one */
export function figureColumn<T>(head: string, unit: string, of: Of<T>, target?: string): Column & { of: Of<T> } {
  return { head, unit, numeric: true, target, of };
}

/** A column of targets, which are drawn with their symbols. @param targets by name */
export function targetColumn<T>(targets: Record<string, { label: string }>, note?: (item: T) => string) {
  const of = (item: T & { target: string }): Cell => {
    const { target } = item;
    return { text: targets[target].label, target, ...(note && { note: note(item) }) };
  };
  return { head: 'Target', rowHead: true, of };
}

/** @returns lines for the terminal, where targets have their names for labels */
export function tableLines({ columns, rows }: Table, options?: Parameters<typeof alignColumns>[1]): string[] {
  const heads = columns.map(({ head, target, rowHead }) => (rowHead ? '' : (target ?? head)));
  return alignColumns([heads, ...rows.map((row) => row.map(({ text }) => text))], options);
}
