/** The report of `make startup`: one page and lines for the terminal, made from startup.json alone. */
import { join } from 'node:path';
import { madeOf } from '../../record/json/file.ts';
import { STARTUP_FILE, readStartup, type StartupRecord } from '../../record/startup/record.ts';
import { writeWhole } from '../../util/files.ts';
import { startupPage } from './html.ts';

export { startupLines } from './lines.ts';

/** @param dir folder with startup.json @returns the page that was written */
export function writeStartupReport(dir: string): { file: string; record: StartupRecord } {
  const record = readStartup(dir);
  const file = join(dir, 'startup.html');
  writeWhole(
    file,
    madeOf(join(dir, STARTUP_FILE), () => startupPage(record)),
  );
  return { file, record };
}
