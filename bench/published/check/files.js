/** The files of a submission, before anything in them is believed. */
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { refuseOddFiles } from '../../record/json/plain-files.js';
import { RecordError, shortPath } from '../../record/json/file.js';
import { UsageError } from '../../util/errors.js';
import { MANIFEST_FILE, hash } from '../manifest.js';

/** Git keeps each version of a file for ever. */
export const MAX_BYTES = 2_000_000;
/** A run of three rounds has about 250. */
const MAX_FILES = 5000;

/**
 * @param {string} dir
 * @returns {Map<string, Buffer>} content by path below it, with slashes
 * @throws {UsageError} one line, for what is no folder of plain files, or too large
 */
export function readFiles(dir) {
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${shortPath(dir)}: no such folder; a submission is expected`);
  refuseOddFiles(dir);
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
  if (names.length > MAX_FILES) throw new RecordError(dir, `has ${names.length} files; accepted are up to ${MAX_FILES}`);
  const bytes = names.reduce((sum, name) => sum + lstatSync(path.join(dir, name)).size, 0);
  if (bytes > MAX_BYTES) throw new RecordError(dir, `has ${bytes} bytes; accepted are up to ${MAX_BYTES}`);
  return new Map(names.map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(dir, name))]));
}

/**
 * @param {string} dir
 * @param {Map<string, Buffer>} files
 * @param {import('../manifest.js').Manifest} manifest
 * @returns {string[]} files that are not what the manifest says
 * @throws {UsageError} one line, for a file too many or too few, or another run's manifest
 */
export function changedFiles(dir, files, manifest) {
  const id = path.basename(path.resolve(dir));
  const place = path.join(dir, MANIFEST_FILE);
  if (manifest.run !== id)
    throw new RecordError(place, `run is ${JSON.stringify(manifest.run)}; accepted is the name of its folder, "${id}"`);
  for (const name of files.keys()) {
    if (name !== MANIFEST_FILE && !Object.hasOwn(manifest.files, name))
      throw new RecordError(path.join(dir, name), `is not in ${MANIFEST_FILE}`);
  }
  return Object.entries(manifest.files).flatMap(([name, wanted]) => {
    const content = files.get(name);
    if (content === undefined) throw new RecordError(path.join(dir, name), `no such file, but it is in ${MANIFEST_FILE}`);
    return hash(content) === wanted ? [] : [name];
  });
}
