/** `make startup`: how long targets take to start, and what they hold in memory at rest. */
import path from 'node:path';
import { startupOptions } from '../../plan/variants/startup.js';
import { writeStartupReport, startupLines } from '../../report/startup/index.js';
import { measureStartups } from './measure.js';

/**
 * @param {import('../../setup/command.js').Command} command
 * @returns {Promise<number>} exit code 0
 * @throws {Error} one line, where a target does not start; what was measured is kept
 */
export async function startup(command) {
  const { plan, catalogue } = startupOptions(command.env, command.catalogue);
  const dir = await measureStartups({ ...command, catalogue }, plan);
  const { file, record } = writeStartupReport(dir);
  for (const line of startupLines(record)) command.log(line);
  command.log(`report: ${path.relative(command.root, file)}`);
  return 0;
}
