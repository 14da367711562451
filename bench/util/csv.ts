/** CSV as in RFC 4180. */

/** @returns in quotes where it needs them */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param field as it stands in the file @returns its text */
export function csvText(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}

/** @param line of a file without line breaks in its fields @returns its fields as they stand there */
export function csvFields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, field]) => field);
}

/** @param text of a file without line breaks in its fields @returns the lines below the header that are not empty @throws {Error} for another header */
export function* csvLines(text: string, header: string): Generator<{ line: string; number: number }> {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== header) throw new Error(`the header is '${lines[0].slice(0, 80)}' instead of '${header}'`);
  for (let index = 1; index < lines.length; index++) {
    if (lines[index] !== '') yield { line: lines[index], number: index + 1 };
  }
}
