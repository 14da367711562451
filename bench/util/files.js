/** Writing files whole or not at all: an interruption or a full disk leaves what was there before. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * @param {string} file
 * @param {string} text
 * @throws {NodeJS.ErrnoException} such as ENOSPC; the file then is as it was before
 */
export function writeWhole(file, text) {
  const partial = `${file}.partial`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
