/** Folders that a test file uses and leaves no trace of. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** @returns a new folder with a space in its name, removed after the tests of the file */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stack bench-'));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
