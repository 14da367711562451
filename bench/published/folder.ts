/** The folder published/: a submission in each folder, and the page that is made of all. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RecordError } from '../record/json/file.ts';
import { writeWhole } from '../util/files.ts';
import { DATA_FILE, inFolder, packed, unpacked, type Files } from './archive.ts';
import { MANIFEST_FILE, filesOf, hashes, readFiles, readHashes, refuseTooLarge } from './check/files.ts';
import { examine } from './check/index.ts';
import { NOBODY, type Private } from './small-form/private.ts';
import { partsOf } from './small-form/index.ts';
import { indexPage } from './pages/index-page.ts';
import { readResult } from './pages/results.ts';
import type { Run } from '../record/run.ts';

/** @param folder published/ @returns folders of the submissions there, oldest first */
export function submissions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, MANIFEST_FILE)))
    .map((entry) => path.join(folder, entry.name))
    .sort();
}

/** @throws {UsageError} one line, where the run is not accepted, or a figure is another without what was left out */
export function submissionOf(dir: string, names: Private): { run: Run; files: Files } {
  const id = path.basename(path.resolve(dir));
  const { raw, derived } = partsOf(dir, names);
  const files = filesOf(packed(raw), derived);
  refuseTooLarge(id, Buffer.byteLength([...files.values()].join('')));
  return { files, run: examine(id, files) };
}

/** @param place in which nothing else stays */
export function writeSubmission(place: string, files: Files) {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const [name, content] of files) writeFileSync(path.join(place, name), content);
}

/** Makes again what is made of the data: where a rule of the analysis has changed, earlier results follow it.
 * @returns names of the files that are others now @throws {UsageError} one line, where the data are not as the manifest says */
export function makeAgain(dir: string): string[] {
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

/** @param folder published/ @returns the page that is made of all submissions in it @throws {UsageError} one line */
export function indexText(folder: string): string {
  return indexPage(submissions(folder).map(readResult));
}

/** @param folder published/ @returns the file that was written */
export function writeIndex(folder: string): string {
  const file = path.join(folder, 'index.html');
  mkdirSync(folder, { recursive: true });
  writeWhole(file, indexText(folder));
  return file;
}
