/** The files of a submission, before anything in them is believed, and the manifest with their hashes. It finds what was changed by mistake. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { map, matching, oneOf, record } from '../../record/json/fields.ts';
import { RecordError, readForeignJson, refuseOddFiles, shortPath } from '../../record/json/file.ts';
import { UsageError } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { DATA_FILE, type Files } from '../archive.ts';

/** What each file of a submission holds, for the person who sends it. */
export const FILES: Record<string, string> = {
  [DATA_FILE]: 'what was measured: plan, machine, versions, limits; times, counts, histograms and samples that a figure is made of',
  'slices.csv': 'figures of slices',
  'verdicts.json': 'what the report says, for programs',
  'report.md': 'the report',
  'report.svg': 'its picture',
  'index.html': 'the report as a page, without its charts',
  'manifest.json': 'a hash of each file',
};
export const MANIFEST_FILE = 'manifest.json';
/** Those that are made of the data. */
export const DERIVED = Object.keys(FILES).filter((name) => name !== DATA_FILE && name !== MANIFEST_FILE);
const SCHEMA = 2;
/** Git keeps each version of a file for ever. A run of three hours, the most that HALF_WIDTH takes by itself, has about 10 MB. */
const MAX_BYTES = 12_000_000;

const schema = record({
  schema: v.literal(SCHEMA),
  /** SHA-256 by name */
  files: map(oneOf(Object.keys(FILES)), matching(/^[0-9a-f]{64}$/, 'a SHA-256')),
});

/** @returns content by name @throws {UsageError} one line, for what is no folder of these files, or too large */
export function readFiles(dir: string): Map<string, Buffer> {
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${shortPath(dir)}: no such folder; a submission is expected`);
  refuseOddFiles(dir);
  const entries = readdirSync(dir, { withFileTypes: true });
  const stranger = entries.find((entry) => !entry.isFile() || !Object.hasOwn(FILES, entry.name));
  if (stranger) throw new RecordError(path.join(dir, stranger.name), 'is no part of a submission');
  const places = entries.map(({ name }) => [name, path.join(dir, name)] as const);
  refuseTooLarge(dir, sum(places.map(([, place]) => lstatSync(place).size)));
  return new Map(places.map(([name, place]) => [name, readFileSync(place)]));
}

/** @throws {RecordError} */
export function refuseTooLarge(dir: string, bytes: number) {
  if (bytes > MAX_BYTES) throw new RecordError(dir, `has ${bytes} bytes; accepted are up to ${MAX_BYTES}`);
}

/** @returns those that the manifest has @throws {UsageError} one line */
export function readHashes(dir: string): Record<string, string> {
  return readForeignJson(path.join(dir, MANIFEST_FILE), schema).files;
}

/** @param files of a submission @returns of each but the manifest */
export function hashes(files: Map<string, string | Buffer>): Record<string, string> {
  const others = [...files].filter(([name]) => name !== MANIFEST_FILE);
  return Object.fromEntries(others.map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]));
}

/** @param data packed @returns all files of a submission */
export function filesOf(data: string, derived: Files): Files {
  const files = new Map([[DATA_FILE, data], ...derived]);
  return files.set(MANIFEST_FILE, `${JSON.stringify({ schema: SCHEMA, files: hashes(files) }, null, 1)}\n`);
}
