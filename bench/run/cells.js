/** The cells of a run, in their order, and the rounds that are added to them. */
import { figures, readBundle } from '../analyse/index.js';
import { publishCell } from '../collect/cell-point.js';
import { voidText } from '../report/words/void.js';
import { CellMeasurement } from '../measure/cell/measurement.js';
import { estimateSeconds } from '../measure/progress.js';
import { comparedTogether } from '../plan/order.js';
import { roundToAdd } from './rounds.js';

/**
 * @typedef {import('../measure/cell/context.js').CellContext} CellContext
 * @typedef {import('../record/run.js').PlannedCell} PlannedCell
 * @typedef {import('../record/journal/run.js').RunJournal} RunJournal
 */

/**
 * @param {RunJournal} journal
 * @param {CellContext} context
 * @param {AbortSignal} signal
 */
export async function measureCells(journal, context, signal) {
  const { jvms, run } = context;
  /** @type {number | null} */
  let roundOfJvms = null;
  const next = () => addRound(journal, context.progress);
  // A run may have been interrupted between the last cell of a round and the plan of another.
  const first = journal.pending;
  for (let cells = first.length > 0 ? first : next(); cells.length > 0; cells = next()) {
    for (const group of comparedTogether(cells)) {
      const [{ round }] = group;
      if (run.freshJvms && round !== roundOfJvms) await jvms.renew(run.targets, 'every round has JVMs of its own');
      roundOfJvms = round;
      await measureGroup(journal, context, group, signal);
      if (signal.aborted) return;
    }
  }
}

/**
 * All are warmed up before the first is measured: a machine's speed drifts within a minute, and warm-ups in between would part what is
 * compared.
 * @param {RunJournal} journal
 * @param {CellContext} context
 * @param {PlannedCell[]} group
 * @param {AbortSignal} signal
 */
async function measureGroup(journal, context, group, signal) {
  const measurements = group.map((cell) => new CellMeasurement(cell, journal.openCell(cell), context));
  for (const measurement of measurements) {
    await measurement.warm();
    if (signal.aborted) return;
  }
  for (const measurement of measurements) {
    const { cell, outcome } = await measurement.measure();
    if (signal.aborted) return;
    journal.closeCell(measurement.dir, cell);
    const { planned } = measurement;
    const { state, reason } = cell;
    const raw = readBundle(journal.dir).readCell({ ...planned, state, reason });
    await publishCell(context.engine.endpoints.influx, journal.run, raw, voidText);
    context.progress.finish(planned, outcome);
  }
}

/**
 * @param {RunJournal} journal
 * @param {import('../measure/progress.js').Progress} progress
 * @returns {PlannedCell[]} cells of the round that the plan wants in addition; none if it has enough
 */
function addRound(journal, progress) {
  const { run } = journal;
  if (!run.until && run.spareRounds === 0) return [];
  const { cells, note } = roundToAdd(run, figures(readBundle(journal.dir)));
  if (note) journal.note(note);
  if (cells.length > 0) {
    journal.addRound(cells);
    progress.add(estimateSeconds(run, cells));
  }
  return cells;
}
