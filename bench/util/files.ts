/** Folders that can be written to, and files that are written whole or not at all: an interruption or a full disk leaves what was there before. */
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './errors.ts';

/** @throws {NodeJS.ErrnoException} such as ENOSPC; the file then is as it was before */
export function writeWhole(file: string, text: string) {
  const partial = `${file}.partial`;
  try {
    // Made anew: what lies there may be a link to another place.
    rmSync(partial, { force: true });
    writeFileSync(partial, text, { flag: 'wx' });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Before anything is started that takes minutes. @param dir made if missing @param what names it @throws {UsageError} if nothing can be written there */
export function requireWritable(dir: string, what: string) {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UsageError(`${what}: nothing can be written there (${codeOf(error)})`, { cause: error });
  }
}

/** @returns code of an error of the system, such as ENOENT */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** A level at a time: for a folder that cannot be, such as one in /proc, `mkdirSync` with `recursive` never comes to an end. */
function makeFolder(dir: string) {
  if (existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  try {
    mkdirSync(dir);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
