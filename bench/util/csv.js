/** CSV as in RFC 4180. */

/** @param {string} text @returns {string} in quotes where it needs them */
export function csvField(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {string} field as it stands in the file @returns {string} its text */
export function csvText(field) {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}

/** @param {string} line of a file without line breaks in its fields @returns {string[]} its fields as they stand there */
export function csvFields(line) {
  return [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, field]) => field);
}

/**
 * @param {string} text content of a file without line breaks in its fields
 * @param {string} header the expected one
 * @returns {Generator<{ line: string, number: number }>} the lines below the header, empty ones left out
 * @throws {Error} one line, for another header
 */
export function* csvLines(text, header) {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== header) throw new Error(`the header is '${lines[0].slice(0, 80)}' instead of '${header}'`);
  for (let index = 1; index < lines.length; index++) {
    if (lines[index] !== '') yield { line: lines[index], number: index + 1 };
  }
}
