/** Checks a submission: nothing of it is believed that can be computed. Nothing of it is run, and nothing is written but a temporary folder. */
import path from 'node:path';
import { readBundle } from '../../analyse/index.ts';
import { RecordError, shortPath } from '../../record/json/file.ts';
import { RUN_FILE, type Run } from '../../record/run.ts';
import { UsageError } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { DATA_FILE, inFolder, packed, unpacked, type Files } from '../archive.ts';
import { difference, firstDifference } from '../difference.ts';
import { partsOf } from '../small-form/index.ts';
import { NOBODY } from '../small-form/private.ts';
import { countsDiffer } from './counts.ts';
import { MANIFEST_FILE, hashes, readFiles, readHashes } from './files.ts';
import { notWorth } from './worth.ts';

/** @throws {UsageError} one line: the file, the figure, and what is wrong with it */
export function checkSubmission(dir: string): { run: Run; files: number; bytes: number } {
  const files = readFiles(dir);
  const [own, wanted] = [hashes(files), readHashes(dir)];
  const changed = Object.keys({ ...own, ...wanted }).find((name) => own[name] !== wanted[name]);
  const texts = new Map([...files].map(([name, content]) => [name, content.toString('utf8')]));
  let fault = 'no figure that is recomputed differs';
  try {
    const run = examine(dir, texts);
    if (changed === undefined) return { run, files: files.size, bytes: sum([...files.values()].map(({ length }) => length)) };
  } catch (error) {
    if (changed === undefined || !(error instanceof UsageError)) throw error;
    fault = error.message;
  }
  throw new RecordError(path.join(dir, changed), `was changed, ${MANIFEST_FILE} has another hash; ${fault}`);
}

/** @param dir for messages @throws {UsageError} one line: the first figure that the rest does not make, or the file that is not valid */
export function examine(dir: string, files: Files): Run {
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
    return bundle.run;
  });
}

/** @param fault of a file in the data */
function inData(fault: string | null) {
  return fault && `${DATA_FILE}, ${fault}`;
}
