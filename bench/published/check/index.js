/** Checks a submission: nothing of it is believed that can be computed. Nothing of it is run, and nothing is written but a temporary folder. */
import path from 'node:path';
import { readBundle } from '../../analyse/index.js';
import { RecordError, shortPath } from '../../record/json/file.js';
import { RUN_FILE } from '../../record/run.js';
import { UsageError } from '../../util/errors.js';
import { sum } from '../../util/math.js';
import { DATA_FILE, inFolder, packed, unpacked } from '../archive.js';
import { difference, firstDifference } from '../difference.js';
import { partsOf } from '../small-form/index.js';
import { NOBODY } from '../small-form/private.js';
import { countsDiffer } from './counts.js';
import { MANIFEST_FILE, hashes, readFiles, readHashes } from './files.js';
import { notWorth } from './worth.js';

/**
 * @typedef {import('../archive.js').Files} Files
 * @typedef {{ run: import('../../record/run.js').Run, recomputed: string[] }} Accepted `recomputed`: names of the files that came out the same
 */

/**
 * @param {string} dir
 * @returns {Accepted & { files: number, bytes: number }}
 * @throws {UsageError} one line: the file, the figure, and what is wrong with it
 */
export function checkSubmission(dir) {
  const files = readFiles(dir);
  const [own, wanted] = [hashes(files), readHashes(dir)];
  const changed = Object.keys({ ...own, ...wanted }).find((name) => own[name] !== wanted[name]);
  const texts = new Map([...files].map(([name, content]) => [name, content.toString('utf8')]));
  if (changed === undefined)
    return { ...examine(dir, texts), files: files.size, bytes: sum([...files.values()].map(({ length }) => length)) };
  const fault = faultOf(() => examine(dir, texts)) ?? 'no figure that is recomputed differs';
  throw new RecordError(path.join(dir, changed), `was changed, ${MANIFEST_FILE} has another hash; ${fault}`);
}

/** @param {() => unknown} use @returns {string | null} why it refuses */
function faultOf(use) {
  try {
    use();
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/**
 * @param {string} dir of the submission, for messages
 * @param {Files} files of the submission
 * @returns {Accepted}
 * @throws {UsageError} one line: the first figure that is not what the rest makes of it, or the file that is not valid
 */
export function examine(dir, files) {
  const place = path.join(dir, DATA_FILE);
  const text = files.get(DATA_FILE) ?? '';
  const data = unpacked(place, text);
  return inFolder(place, data, (folder) => {
    const bundle = readBundle(folder);
    const { raw, derived } = partsOf(folder, NOBODY);
    const worth = notWorth(bundle.run);
    const made = firstDifference(files, derived);
    // What the small form does not have is no part of a submission: other fields, commands, private names, other files.
    const sent = inData(firstDifference(data, raw)) ?? difference(DATA_FILE, text, packed(raw));
    const fault =
      inData(worth && `${RUN_FILE}, ${worth}`) ??
      inData(countsDiffer(folder, bundle)) ??
      (made && `${made} (make published makes it again)`) ??
      (sent && sent.replace('; recomputed: ', '; make submit writes: '));
    if (fault !== null) throw new UsageError(`${shortPath(dir)}/${fault}`);
    return { run: bundle.run, recomputed: [...derived.keys()] };
  });
}

/** @param {string | null} fault of a file in the data */
function inData(fault) {
  return fault && `${DATA_FILE}, ${fault}`;
}
