import { lastLines } from '../report/last-lines.js';
import { continuationText } from '../report/words/ratios/outlook.js';
import { continuationOf } from './so-far/outlook.js';

/**
 * Prints the last lines of a run: what failed, the verdicts, what is discarded, how the time was spent, and how much is ok.
 * @param {Pick<import('../setup/command.js').Command, 'log' | 'warn'>} command
 * @param {import('../analyse/types.js').Figures} figures of the whole run, as its report has them
 * @param {string} [continuing] command that can add rounds to the run
 * @returns {number} exit code: 0 if every part is ok, 1 if one failed; what is discarded ended well
 */
export function sumUp({ log, warn }, figures, continuing) {
  const { warnings, lines } = lastLines(figures);
  for (const line of warnings) warn(line);
  for (const line of lines) log(line);
  const continuation = continuing ? continuationOf(figures) : null;
  if (continuing && continuation) log(continuationText(continuation, continuing));
  return warnings.length > 0 ? 1 : 0;
}
