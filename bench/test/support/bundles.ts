import assert from 'node:assert/strict';
import { figures, readBundle } from '../../analyse/index.ts';
import { csvFields, csvText } from '../../util/csv.ts';
import { makeBundle, type Options } from '../fixtures/make-bundle.ts';
import { temporaryFolder } from './temporary.ts';
import type { Figures } from '../../analyse/types.ts';

/** @returns the folder of a made run, removed after the tests of the file, and its figures */
export function madeRun(options: Options = {}): { dir: string; result: Figures } {
  const dir = temporaryFolder();
  makeBundle(dir, options);
  return { dir, result: figures(readBundle(dir)) };
}

/** @param text CSV with a header, without line breaks in its fields @returns a record for each row */
export function csvRows(text: string): Record<string, string>[] {
  const [names, ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => csvFields(line).map(csvText));
  return rows.map((fields) => {
    assert.equal(fields.length, names.length, fields.join());
    return Object.fromEntries(names.map((name, index) => [name, fields[index]]));
  });
}
