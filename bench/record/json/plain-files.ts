/** A bundle from somebody else may have links that lead out of its folder, and pipes that nothing ever ends. */
import { readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { RecordError } from './file.ts';

/**
 * @param dir a bundle, before anything in it is read or written
 * @throws {RecordError} one line, for anything in it that is neither a file nor a folder
 */
export function refuseOddFiles(dir: string) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const place = path.join(dir, entry.name);
    if (entry.isDirectory()) refuseOddFiles(place);
    else if (!entry.isFile()) throw new RecordError(place, `is a ${kindOf(entry)}; a run's folder has files and folders alone`);
  }
}

function kindOf(entry: Dirent) {
  if (entry.isSymbolicLink()) return 'symbolic link';
  return entry.isFIFO() ? 'named pipe' : 'special file';
}
