/** The folder published/: a submission in each folder, and the page that is made of all. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RecordError } from '../record/json/file.js';
import { writeWhole } from '../util/files.js';
import { changedFiles, readFiles } from './check/files.js';
import { MANIFEST_FILE, manifestText, readManifest } from './manifest.js';
import { NOBODY } from './small-form/private.js';
import { partsOf } from './small-form/index.js';
import { indexPage } from './pages/index-page.js';
import { readResult } from './pages/results.js';

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
 * Makes again what is made of the other files: where a rule of the analysis has changed, earlier results follow it. What was measured must be as the manifest
 * says, and stays as it is.
 * @param {string} dir a submission
 * @returns {string[]} names of the files that are others now
 * @throws {import('../util/errors.js').UsageError} one line
 */
export function makeAgain(dir) {
  const files = readFiles(dir);
  const manifest = readManifest(dir);
  const { raw, derived } = partsOf(dir, NOBODY, manifest.whole);
  const changed = changedFiles(dir, files, manifest).find((name) => raw.has(name));
  if (changed !== undefined) throw new RecordError(path.join(dir, changed), `was changed, ${MANIFEST_FILE} has another hash`);
  const whole = new Map([...derived, [MANIFEST_FILE, manifestText(manifest.run, manifest.whole, new Map([...raw, ...derived]))]]);
  const others = [...whole].filter(([name, content]) => files.get(name)?.toString('utf8') !== content);
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
