/** The first figure in which two texts of one file differ, in one line. */
import { csvFields } from '../util/csv.js';

const SHOWN = 60;

/**
 * @param {string} name of the file
 * @param {string} there its content
 * @param {string} wanted what it must be
 * @returns {string | null} names the figure: a row and column, a field, or a line; null: they are the same
 */
export function difference(name, there, wanted) {
  if (there === wanted) return null;
  const found = name.endsWith('.json') ? inJson(there, wanted) : name.endsWith('.csv') ? inCsv(there, wanted) : null;
  return `${name}, ${found ?? inLines(there, wanted)}`;
}

/** @param {Map<string, string>} there files by name @param {Map<string, string>} wanted @returns {string | null} */
export function firstDifference(there, wanted) {
  for (const [name, content] of wanted) {
    const found = difference(name, there.get(name) ?? '', content);
    if (found !== null) return found;
  }
  return null;
}

/** @param {string} there @param {string} wanted @returns {string | null} */
function inJson(there, wanted) {
  try {
    return inValue(JSON.parse(there), JSON.parse(wanted), '');
  } catch {
    return 'its content: not JSON';
  }
}

/** @param {any} there @param {any} wanted @param {string} at @returns {string | null} */
function inValue(there, wanted, at) {
  if (!isObject(there) || !isObject(wanted) || Array.isArray(there) !== Array.isArray(wanted)) {
    return Object.is(there, wanted)
      ? null
      : `${at || 'its content'}: ${shown(JSON.stringify(there))}; recomputed: ${shown(JSON.stringify(wanted))}`;
  }
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(there)])) {
    const place = Array.isArray(wanted) ? `${at}[${key}]` : at ? `${at}.${key}` : key;
    const found = inValue(own(there, key), own(wanted, key), place);
    if (found !== null) return found;
  }
  return null;
}

/** @param {any} value @param {string} key */
function own(value, key) {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** @param {unknown} value */
function isObject(value) {
  return value !== null && typeof value === 'object';
}

/** @param {string} there @param {string} wanted @returns {string | null} null where whole rows are missing or added */
function inCsv(there, wanted) {
  const [lines, wantedLines] = [there.split('\n'), wanted.split('\n')];
  const at = wantedLines.findIndex((line, index) => line !== lines[index]);
  if (at < 0 || lines[at] === undefined) return null;
  const [fields, wantedFields] = [csvFields(lines[at]), csvFields(wantedLines[at])];
  const column = wantedFields.findIndex((field, index) => field !== fields[index]);
  if (column < 0 || fields.length !== wantedFields.length) return null;
  const head = csvFields(wantedLines[0])[column];
  return `line ${at + 1}, ${head}: ${shown(fields[column] || 'nothing')}; recomputed: ${shown(wantedFields[column] || 'nothing')}`;
}

/** @param {string} there @param {string} wanted */
function inLines(there, wanted) {
  const [lines, wantedLines] = [there.split('\n'), wanted.split('\n')];
  const length = Math.max(lines.length, wantedLines.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => lines[index] !== wantedLines[index]) ?? 0;
  const [line, wantedLine] = [lines[at] ?? 'no such line', wantedLines[at] ?? 'no such line'];
  const from = Math.max(0, [...line].findIndex((character, index) => character !== wantedLine[index]) - SHOWN / 3);
  return `line ${at + 1}: ${shown(line.slice(from))}; recomputed: ${shown(wantedLine.slice(from))}`;
}

/** @param {string | undefined} text */
function shown(text = 'nothing') {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
