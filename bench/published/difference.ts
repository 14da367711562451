/** The first figure in which the files of a submission are not what they should be, in one line. */
import { csvFields } from '../util/csv.ts';
import type { Files } from './archive.ts';

const SHOWN = 60;

/** @param all files by name @returns names the file and the figure: a row and column, a field, or a line; null: all that are wanted are the same */
export function firstDifference(all: Files, wanted: Files): string | null {
  for (const [name, content] of wanted) {
    const there = all.get(name) ?? '';
    if (there === content) continue;
    const found = name.endsWith('.json') ? inJson(there, content) : null;
    return `${name}, ${found ?? inLines(there, content, name.endsWith('.csv'))}`;
  }
  return null;
}

function inJson(there: string, wanted: string): string | null {
  try {
    return inValue(JSON.parse(there), JSON.parse(wanted), '');
  } catch {
    return 'its content: not JSON';
  }
}

function inValue(there: unknown, wanted: unknown, at: string): string | null {
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

function own(value: Record<string, unknown>, key: string) {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

function inLines(there: string, wanted: string, isCsv: boolean) {
  const [lines, wantedLines] = [there.split('\n'), wanted.split('\n')];
  const all = lines.length > wantedLines.length ? lines : wantedLines;
  const at = all.findIndex((_, index) => lines[index] !== wantedLines[index]);
  const [line, wantedLine] = [lines[at] ?? 'no such line', wantedLines[at] ?? 'no such line'];
  const field = isCsv && otherField(lines[at], wantedLines[at]);
  if (field) return `line ${at + 1}, ${csvFields(wantedLines[0])[field.column]}: ${field.there}; recomputed: ${field.wanted}`;
  const from = Math.max(0, [...line].findIndex((character, index) => character !== wantedLine[index]) - SHOWN / 3);
  return `line ${at + 1}: ${shown(line.slice(from))}; recomputed: ${shown(wantedLine.slice(from))}`;
}

/** @returns null where rows or fields are missing or added */
function otherField(line: string | undefined, wantedLine: string | undefined) {
  if (line === undefined || wantedLine === undefined) return null;
  const [fields, wanted] = [csvFields(line), csvFields(wantedLine)];
  const column = wanted.findIndex((field, index) => field !== fields[index]);
  if (column < 0 || fields.length !== wanted.length) return null;
  return { column, there: shown(fields[column] || 'nothing'), wanted: shown(wanted[column] || 'nothing') };
}

function shown(text: string | undefined = 'nothing') {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
