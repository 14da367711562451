/** The end of a run that could not go on: what was measured is kept. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportPath } from '../so-far/report.js';

/** The cell that was under way notices the end of its processes within that time, and closes its files. */
const CLOSING_MS = 200;

/** @param {import('../../engines/engine.js').Engine} engine */
export async function stopForInterruption(engine) {
  // Whoever made the engine reports a process that cannot be ended.
  await engine.stop().catch(() => {});
  await sleep(CLOSING_MS);
}

/**
 * @param {Pick<import('../../setup/command.js').Command, 'warn' | 'root'>} command
 * @param {import('../../record/journal/run.js').RunJournal} journal
 * @param {import('../../engines/engine.js').Engine} engine
 * @param {string} resumeCommand
 */
export async function keepMeasuredCells({ warn, root }, journal, engine, resumeCommand) {
  await stopForInterruption(engine);
  const { pending, run } = journal;
  const total = run.cells.length + run.sequences.length;
  if (pending.length === total) return journal.drop();
  journal.dropPartial();
  if (existsSync(path.join(journal.dir, 'report.html'))) warn(`report of the rounds before: ${reportPath(root, journal.dir)}`);
  warn(`${total - pending.length} of ${total} cells and sequences are saved. Resume with: ${resumeCommand} RESUME=${run.id}`);
}
