/** Tables of plain text. */

const GAP = '  ';

/** @param rows all of the same length @param how `right`: to that side; `widths`: least ones; `rule`: dashes below the first row @returns lines */
export function alignColumns(
  rows: string[][],
  { right = () => false, widths = [], rule }: { right?: (column: number) => boolean; widths?: number[]; rule?: boolean } = {},
): string[] {
  const columns = rows[0].map((_, column) => Math.max(widths[column] ?? 0, ...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => {
    const cells = row.map((text, column) => (right(column) ? text.padStart(columns[column]) : text.padEnd(columns[column])));
    return cells.join(GAP).trimEnd();
  });
  return rule ? lines.toSpliced(1, 0, columns.map((width) => '-'.repeat(width)).join(GAP)) : lines;
}
