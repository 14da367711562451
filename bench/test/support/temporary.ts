/** Folders that a test file uses and leaves no trace of. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** @param files text by path @returns a new folder with a space in its name, removed after the tests of the file */
export function temporaryFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stack bench-'));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  writeFiles(folder, files);
  return folder;
}

/** @param files text by path below the folder */
export function writeFiles(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
