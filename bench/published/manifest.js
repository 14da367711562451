/** manifest.json: the files of a submission with their hashes. It finds what was changed by mistake; who changes a file on purpose changes it too. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { list, map, matching, oneOf, record, text } from '../record/json/fields.js';
import { readForeignJson } from '../record/json/file.js';

export const MANIFEST_FILE = 'manifest.json';
const SCHEMA = 1;
/** What can be kept whole, because figures would change without it. */
export const TRIMMED = /** @type {const} */ (['requests', 'samples', 'processes']);

const schema = record({
  schema: v.literal(SCHEMA),
  /** id of the run */
  run: text(200),
  /** files that were not trimmed */
  whole: list(oneOf(TRIMMED)),
  /** SHA-256 by path below the folder */
  files: map(
    matching(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,5}$/, 'a path below the folder'),
    matching(/^[0-9a-f]{64}$/, 'a SHA-256'),
  ),
});

/**
 * @typedef {import('valibot').InferOutput<typeof schema>} Manifest
 * @typedef {typeof TRIMMED[number]} Trimmed
 */

/** @param {string} dir @returns {Manifest} @throws {import('../util/errors.js').UsageError} one line */
export function readManifest(dir) {
  return readForeignJson(path.join(dir, MANIFEST_FILE), schema);
}

/** @param {string} run its id @param {readonly Trimmed[]} whole @param {Map<string, string>} files by path @returns {string} JSON */
export function manifestText(run, whole, files) {
  const hashes = [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, content]) => [name, hash(content)]);
  return `${JSON.stringify({ schema: SCHEMA, run, whole, files: Object.fromEntries(hashes) }, null, 1)}\n`;
}

/** @param {string | Buffer} content */
export function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}
