import { lastLines } from '../report/last-lines.js';

/**
 * Prints the last lines of a run: what failed, what is void, and how many cells are ok.
 * @param {Pick<import('../setup/command.js').Command, 'log' | 'warn'>} command
 * @param {Pick<import('../analyse/types.js').Figures, 'run' | 'findings'>} figures of the whole run, as its report has them
 * @returns {number} exit code: 0 if every cell is ok, 1 if one failed; a void cell ended well
 */
export function sumUp({ log, warn }, figures) {
  const { warnings, lines } = lastLines(figures);
  for (const line of warnings) warn(line);
  for (const line of lines) log(line);
  return warnings.length > 0 ? 1 : 0;
}
