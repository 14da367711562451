/** The folder published/: a submission in each folder, and the page that is made of all. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RecordError } from '../record/json/file.js';
import { writeWhole } from '../util/files.js';
import { DATA_FILE, inFolder, packed, unpacked } from './archive.js';
import { MANIFEST_FILE, filesOf, hashes, readFiles, readHashes, refuseTooLarge } from './check/files.js';
import { examine } from './check/index.js';
import { NOBODY } from './small-form/private.js';
import { partsOf } from './small-form/index.js';
import { indexPage } from './pages/index-page.js';
import { readResult } from './pages/results.js';

/** @typedef {import('./archive.js').Files} Files */

const INDEX_FILE = 'index.html';

/** @param {string} folder published/ @returns {string[]} folders of the submissions there, oldest first */
export function submissions(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, MANIFEST_FILE)))
    .map((entry) => path.join(folder, entry.name))
    .sort();
}

/**
 * @param {string} dir the run's folder
 * @param {import('./small-form/private.js').Private} names
 * @returns {import('./check/index.js').Accepted & { files: Files }} its small form
 * @throws {import('../util/errors.js').UsageError} one line, where it is not accepted, or a figure is another without what was left out
 */
export function submissionOf(dir, names) {
  const id = path.basename(path.resolve(dir));
  const { raw, derived } = partsOf(dir, names);
  const files = filesOf(packed(raw), derived);
  refuseTooLarge(id, Buffer.byteLength([...files.values()].join('')));
  return { files, ...examine(id, files) };
}

/** @param {string} place in which nothing else stays @param {Files} files */
export function writeSubmission(place, files) {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [name, content] of files) writeFileSync(path.join(place, name), content);
}

/**
 * Makes again what is made of the data: where a rule of the analysis has changed, earlier results follow it. The data must be as the manifest says, and stays
 * as it is.
 * @param {string} dir a submission
 * @returns {string[]} names of the files that are others now
 * @throws {import('../util/errors.js').UsageError} one line
 */
export function makeAgain(dir) {
  const files = readFiles(dir);
  const place = path.join(dir, DATA_FILE);
  if (hashes(files)[DATA_FILE] !== readHashes(dir)[DATA_FILE])
    throw new RecordError(place, `was changed, ${MANIFEST_FILE} has another hash`);
  const data = String(files.get(DATA_FILE));
  const { derived } = inFolder(place, unpacked(place, data), (folder) => partsOf(folder, NOBODY));
  const others = [...filesOf(data, derived)].filter(([name, content]) => files.get(name)?.toString('utf8') !== content);
  for (const [name, content] of others) writeWhole(path.join(dir, name), content);
  return others.map(([name]) => name);
}

/**
 * @param {string} folder published/
 * @returns {string} the page that is made of all submissions in it
 * @throws {import('../util/errors.js').UsageError} one line
 */
export function indexText(folder) {
  return indexPage(submissions(folder).map(readResult));
}

/** @param {string} folder published/ @returns {string} the file that was written */
export function writeIndex(folder) {
  const file = path.join(folder, INDEX_FILE);
  mkdirSync(folder, { recursive: true });
  writeWhole(file, indexText(folder));
  return file;
}
