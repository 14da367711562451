import { noteText } from './words/notes.js';
import { voidText } from './words/void.js';

/**
 * The last lines of a run on the terminal, from the same findings as its report.
 *
 * @param {Pick<import('../analyse/types.js').Figures, 'run' | 'findings'>} figures of the whole run
 * @returns {{ warnings: string[], lines: string[] }} a warning for each cell that failed; void cells, notes and how many cells are ok
 */
export function lastLines({ run, findings }) {
  const named = (/** @type {{ scenario: string, target: string, round: number }} */ { scenario, target, round }) =>
    `${scenario}/${target}/${round}`;
  const failed = findings.flatMap((finding) => (finding.kind === 'cell-failed' ? [finding] : []));
  const voided = findings.flatMap((finding) => (finding.kind === 'cell-void' ? [finding] : []));
  const notes = findings.flatMap((finding) => (finding.kind === 'note' || finding.kind === 'stand-in' ? [noteText(finding.note)] : []));
  const undecided = voided.length > 0 ? `, ${voided.length} of them void, which decides nothing` : '';
  return {
    warnings: failed.map((cell) => `${named(cell)} failed: ${cell.reason}`),
    lines: [
      ...voided.map((cell) => `${named(cell)} is void: ${cell.reasons.map(voidText).join('; ')}`),
      ...notes.map((note) => `note: ${note}`),
      `${run.cells.length - failed.length} of ${run.cells.length} cells ok${undecided}`,
    ],
  };
}
