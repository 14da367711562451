/** The report of `make startup`: one page and lines for the terminal, made from startup.json alone. */
import { join } from 'node:path';
import { madeOf } from '../../record/json/file.js';
import { STARTUP_FILE, readStartup } from '../../record/startup/record.js';
import { writeWhole } from '../../util/files.js';
import { startupPage } from './html.js';

export { startupLines } from './lines.js';

/**
 * @param {string} dir folder with startup.json
 * @returns {{ file: string, record: import('../../record/startup/record.js').StartupRecord }} the page that was written
 */
export function writeStartupReport(dir) {
  const record = readStartup(dir);
  const file = join(dir, 'startup.html');
  writeWhole(
    file,
    madeOf(join(dir, STARTUP_FILE), () => startupPage(record)),
  );
  return { file, record };
}
