/** The small form of a run: its bundle without what no figure needs and without what is private, and the files that are made of it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { figures, readBundle } from '../../analyse/index.js';
import { madeOf } from '../../record/json/file.js';
import { RUN_FILE } from '../../record/run.js';
import { UsageError } from '../../util/errors.js';
import { derivedTexts } from '../derived.js';
import { difference } from '../difference.js';
import { MANIFEST_FILE, TRIMMED, manifestText } from '../manifest.js';
import { publicBundle } from './asked.js';
import { rawTexts } from './texts.js';

/**
 * @typedef {import('../manifest.js').Trimmed} Trimmed
 * @typedef {import('./private.js').Private} Private
 * @typedef {import('./texts.js').Files} Files
 *
 * @typedef {object} Parts
 * @property {Files} raw
 * @property {Files} derived
 * @property {import('../../analyse/types.js').Figures} figures
 */

/** What is trimmed first; where that changes a figure, less. @type {Trimmed[][]} */
const WHOLE = [[], ...TRIMMED.map((each) => [each]), [...TRIMMED]];

/**
 * @param {string} dir the run's folder
 * @param {Private} found
 * @param {readonly Trimmed[]} whole files that are not trimmed
 * @returns {Parts} of its own result it makes the same
 */
export function partsOf(dir, found, whole) {
  return madeOf(path.join(dir, RUN_FILE), () => {
    const { bundle, asked } = publicBundle(readBundle(dir), found);
    const result = figures(bundle);
    const derived = derivedTexts(result);
    return { figures: result, derived, raw: rawTexts(dir, bundle, { asked, whole }) };
  });
}

/**
 * @param {string} dir the run's folder
 * @param {Private} names
 * @param {(dir: string) => void} check of the small form in a folder; throws where it is not accepted
 * @returns {Files} all its files
 * @throws {UsageError} one line, where no small form has the figures of the run
 */
export function smallForm(dir, names, check) {
  const id = path.basename(path.resolve(dir));
  let differs = '';
  for (const whole of WHOLE) {
    const { raw, derived } = partsOf(dir, names, whole);
    const files = new Map([...raw, ...derived]);
    files.set(MANIFEST_FILE, manifestText(id, whole, files));
    const first = inTemporaryFolder(id, files, (folder) => {
      const again = partsOf(folder, names, whole);
      const found = firstDifference(again.derived, derived);
      if (found === null) check(folder);
      return found;
    });
    if (first === null) return files;
    differs ||= first;
  }
  throw new UsageError(`${id}: without its raw samples a figure differs: ${differs}`);
}

/** @param {Files} there @param {Files} wanted @returns {string | null} */
export function firstDifference(there, wanted) {
  for (const [name, content] of wanted) {
    const found = difference(name, there.get(name) ?? '', content);
    if (found !== null) return found;
  }
  return null;
}

/**
 * @template T
 * @param {string} id
 * @param {Files} files
 * @param {(folder: string) => T} use
 * @returns {T}
 */
function inTemporaryFolder(id, files, use) {
  const outer = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stackbench-submission-'));
  try {
    const folder = path.join(outer, id);
    writeFiles(folder, files);
    return use(folder);
  } catch (error) {
    // The user knows the run, and no such folder.
    throw error instanceof UsageError ? new UsageError(error.message.replaceAll(outer + path.sep, ''), { cause: error }) : error;
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {Files} files */
export function writeFiles(folder, files) {
  for (const [name, content] of files) {
    const file = path.join(folder, ...name.split('/'));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { flag: 'wx' });
  }
}
