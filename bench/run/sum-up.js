import { cellName } from '../measure/progress.js';
import { noteText } from '../report/notes.js';

/**
 * Logs the end of a run: what failed, what is void, and how many cells are ok.
 * @param {Pick<import('../setup/command.js').Command, 'log' | 'warn'>} command
 * @param {Pick<import('../analyse/types.js').Figures, 'run' | 'cells'>} figures of the whole run, as its report has them
 * @returns {number} exit code: 0 if every cell is ok or void, 1 if one failed
 */
export function sumUp({ log, warn }, { run, cells }) {
  const failed = run.cells.filter(({ state }) => state === 'failed');
  const voided = cells.filter(({ voids }) => voids.length > 0);
  for (const cell of failed) warn(`${cellName(cell)} failed: ${cell.reason}`);
  for (const { planned, voids } of voided) log(`${cellName(planned)} is void: ${voids.join('; ')}`);
  for (const note of run.notes) log(`note: ${noteText(note)}`);
  const undecided = voided.length > 0 ? `, ${voided.length} of them void, which decides nothing` : '';
  log(`${run.cells.length - failed.length} of ${run.cells.length} cells ok${undecided}`);
  return failed.length > 0 ? 1 : 0;
}
