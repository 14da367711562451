/** Checks a submission: nothing of it is believed that can be computed. Nothing of it is run, and nothing is written. */
import path from 'node:path';
import { readBundle } from '../../analyse/index.js';
import { RecordError, shortPath } from '../../record/json/file.js';
import { RUN_FILE } from '../../record/run.js';
import { UsageError } from '../../util/errors.js';
import { difference } from '../difference.js';
import { MANIFEST_FILE, readManifest } from '../manifest.js';
import { NOBODY } from '../small-form/private.js';
import { firstDifference, partsOf } from '../small-form/index.js';
import { countsDiffer } from './counts.js';
import { changedFiles, readFiles } from './files.js';
import { notWorth, remarks } from './worth.js';

/**
 * @typedef {object} Accepted
 * @property {import('../../record/run.js').Run} run
 * @property {number} files
 * @property {number} bytes
 * @property {string[]} recomputed names of the files that came out the same
 * @property {string[]} remarks
 */

/**
 * @param {string} dir
 * @returns {Accepted}
 * @throws {UsageError} one line: the file, the figure, and what is wrong with it
 */
export function checkSubmission(dir) {
  const files = readFiles(dir);
  const manifest = readManifest(dir);
  const [changed] = changedFiles(dir, files, manifest);
  const { fault, parts } = examined(dir, files, manifest);
  if (changed !== undefined) {
    const place = path.join(dir, changed);
    throw new RecordError(place, `was changed, ${MANIFEST_FILE} has another hash; ${fault ?? 'no figure that is recomputed differs'}`);
  }
  if (!parts) throw new UsageError(fault);
  const { run } = parts.figures;
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  return { run, files: files.size, bytes, recomputed: [...parts.derived.keys()], remarks: remarks(run) };
}

/**
 * @param {string} dir
 * @param {Map<string, Buffer>} files
 * @param {import('../manifest.js').Manifest} manifest
 * @returns {{ fault: string, parts?: undefined } | { fault: null, parts: import('../small-form/index.js').Parts }} `fault`: the first figure that is not what
 *   the rest makes of it, or the file that is not valid
 */
function examined(dir, files, { whole }) {
  try {
    const there = new Map([...files].map(([name, content]) => [name, content.toString('utf8')]));
    const bundle = readBundle(dir);
    const worth = notWorth(bundle.run);
    const parts = partsOf(dir, NOBODY, whole);
    const fault =
      (worth && `${RUN_FILE}, ${worth}`) ??
      countsDiffer(dir, bundle) ??
      madeByOthers(there, parts.derived) ??
      notSmall(there, parts.raw) ??
      stranger(there, [...parts.raw.keys(), ...parts.derived.keys()]);
    return fault === null ? { fault, parts } : { fault: `${shortPath(dir)}/${fault}` };
  } catch (error) {
    if (error instanceof UsageError) return { fault: error.message };
    throw error;
  }
}

/** Also a difference between two versions of the analysis. @param {Map<string, string>} there @param {Map<string, string>} derived */
function madeByOthers(there, derived) {
  const found = firstDifference(there, derived);
  return found && `${found} (make published makes it again)`;
}

/** What the small form does not have is no part of a submission: other fields, commands, private names. @param {Map<string, string>} there @param {Map<string, string>} raw */
function notSmall(there, raw) {
  for (const [name, content] of raw) {
    const found = difference(name, there.get(name) ?? '', content);
    if (found !== null) return found.replace('; recomputed: ', '; make submit writes: ');
  }
  return null;
}

/** @param {Map<string, string>} there @param {string[]} known */
function stranger(there, known) {
  const name = [...there.keys()].find((each) => each !== MANIFEST_FILE && !known.includes(each));
  return name === undefined ? null : `${name}: is no part of a submission`;
}
