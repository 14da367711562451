/** The files of a bundle as one text, in the form of Go's txtar: a line `-- path --`, then the lines of that file as they are. So Git shows
 * what changed, and grep finds it. Nothing here knows what the files hold. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RecordError, refuseOddFiles, shortPath } from '../record/json/file.ts';
import { RUN_FILE } from '../record/run.ts';
import { UsageError } from '../util/errors.ts';
import { codeOf } from '../util/files.ts';

/** content by path below a folder, with slashes */
export type Files = Map<string, string>;

export const DATA_FILE = 'data.txt';
/** A dot ends at a return, too: else a text of returns would be searched to its end for each of them. */
const HEAD = /^-- (.+) --\n/m;
const PATH = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,5}$/;
/** A run of three rounds has about 250. */
const MAX_FILES = 5000;

export function packed(files: Files): string {
  return [...files].map(([name, content]) => `-- ${name} --\n${content}${content.endsWith('\n') ? '' : '\n'}`).join('');
}

/** @param place of the text, for messages @throws {UsageError} one line, for a path that leads out of the folder, and for too many files */
export function unpacked(place: string, text: string): Files {
  const parts = text.split(HEAD).slice(1);
  const names = parts.filter((_, index) => index % 2 === 0);
  const odd = names.find((name) => !PATH.test(name));
  if (odd !== undefined) throw new RecordError(place, `${JSON.stringify(odd.slice(0, 60))} is no path below the folder`);
  if (names.length > MAX_FILES) throw new RecordError(place, `has ${names.length} files; accepted are up to ${MAX_FILES}`);
  return new Map(names.map((name, index) => [name, parts[2 * index + 1]]));
}

/** @param place of the packed file, in a folder with the id of its run @param use of a temporary folder with these files and the same name
 * @throws {UsageError} of `use`: a file of the folder is named after `place` */
export function inFolder<T>(place: string, files: Files, use: (folder: string) => T): T {
  const outer = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stackbench-submission-'));
  const folder = path.join(outer, path.basename(path.dirname(path.resolve(place))));
  try {
    write(place, folder, files);
    return use(folder);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replaceAll(shortPath(folder) + path.sep, `${shortPath(place)}, `), { cause: error });
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
}

/** A submission that was copied to results/ becomes a bundle again. @throws {UsageError} one line */
export function unpackCopy(dir: string) {
  const place = path.join(dir, DATA_FILE);
  if (!existsSync(place) || existsSync(path.join(dir, RUN_FILE))) return;
  refuseOddFiles(dir);
  // What makes it a bundle comes last: until then it is unpacked again.
  write(place, dir, new Map([...unpacked(place, readFileSync(place, 'utf8'))].reverse()));
}

function write(place: string, folder: string, files: Files) {
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    } catch (error) {
      throw new RecordError(place, `${name} cannot be unpacked (${codeOf(error)})`, { cause: error });
    }
  }
}
