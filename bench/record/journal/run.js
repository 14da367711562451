/** The record of a run in progress. Every step makes a new record and writes it whole, so that an interruption leaves what was measured. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cellDir, writeCell } from '../cell.js';
import { writeRun } from '../run.js';

/**
 * @typedef {import('../run.js').Run} Run
 * @typedef {import('../run.js').PlannedCell} PlannedCell
 * @typedef {import('../run.js').Circumstances} Circumstances
 * @typedef {import('../json/notes.js').Note} Note
 */

export class RunJournal {
  #run;

  /**
   * @param {string} resultsDir
   * @param {Run} run
   */
  constructor(resultsDir, run) {
    this.dir = path.join(resultsDir, run.id);
    this.#run = frozen(run);
  }

  /**
   * @param {string} resultsDir
   * @param {import('../run.js').PlannedRun} planned
   * @param {Circumstances} circumstances
   * @returns {RunJournal} of a run that is written for the first time
   */
  static start(resultsDir, planned, circumstances) {
    const journal = new RunJournal(resultsDir, { ...planned, ...circumstances });
    mkdirSync(journal.dir, { recursive: true });
    journal.#change({});
    return journal;
  }

  /**
   * @param {string} resultsDir
   * @param {Run} run as it was recorded
   * @param {Circumstances} circumstances of today
   * @param {Note | null} note what has changed since
   * @returns {RunJournal} of a run that is resumed
   */
  static resume(resultsDir, run, circumstances, note) {
    const journal = new RunJournal(resultsDir, run);
    const resumedAt = [...run.resumedAt, new Date().toISOString()];
    journal.#change({ ...circumstances, endedAt: null, resumedAt, notes: note ? [...run.notes, note] : run.notes });
    return journal;
  }

  /** The record as it was written last. Each change replaces it. */
  get run() {
    return this.#run;
  }

  /** @returns {PlannedCell[]} cells that are still to be measured */
  get pending() {
    return pendingOf(this.#run);
  }

  /** @param {Pick<Run, 'verified' | 'refused'>} result of the short verification */
  verified({ verified, refused }) {
    this.#change({ verified, refused });
  }

  /** @param {Note} note a note that is there already is not repeated */
  note(note) {
    const known = this.#run.notes.map((each) => JSON.stringify(each));
    if (!known.includes(JSON.stringify(note))) this.#change({ notes: [...this.#run.notes, note] });
  }

  /**
   * @param {PlannedCell} cell
   * @returns {string} an empty folder for the cell's files, under a temporary name
   */
  openCell(cell) {
    const dir = `${cellDir(this.dir, cell)}.partial`;
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /**
   * Puts a finished cell in its place and records its state.
   * @param {string} dir what `openCell` gave
   * @param {import('../cell.js').Cell} cell
   */
  closeCell(dir, cell) {
    writeCell(dir, cell);
    const place = cellDir(this.dir, cell);
    rmSync(place, { recursive: true, force: true });
    renameSync(dir, place);
    const { state, reason } = cell;
    this.#change({ cells: this.#run.cells.map((each) => (isSame(each, cell) ? { ...each, state, reason } : each)) });
  }

  /** @param {PlannedCell[]} cells of one round more */
  addRound(cells) {
    const { rounds, spareRounds, cells: before } = this.#run;
    this.#change({ rounds: rounds + 1, spareRounds: Math.max(0, spareRounds - 1), cells: [...before, ...cells] });
  }

  /** All cells are measured. */
  end() {
    this.#change({ endedAt: new Date().toISOString() });
  }

  /** Removes the bundle of a run that measured nothing. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Removes the folders of cells that never became complete. */
  dropPartialCells() {
    for (const cell of this.#run.cells) rmSync(`${cellDir(this.dir, cell)}.partial`, { recursive: true, force: true });
  }

  /** @param {Partial<Run>} fields @throws {NodeJS.ErrnoException} such as ENOSPC; the record then is as it was before */
  #change(fields) {
    const run = frozen({ ...this.#run, ...fields });
    writeRun(this.dir, run);
    this.#run = run;
  }
}

/** @param {Pick<Run, 'cells'>} run @returns {PlannedCell[]} cells that are still to be measured */
export function pendingOf({ cells }) {
  return cells.filter(({ state }) => state === 'pending');
}

/** @param {Run} run @returns {Readonly<Run>} the same; a change of it is an error */
function frozen(run) {
  for (const part of [...run.cells, ...run.notes]) Object.freeze(part);
  for (const list of [run.cells, run.notes, run.resumedAt]) Object.freeze(list);
  return Object.freeze(run);
}

/** @param {PlannedCell} one @param {Pick<PlannedCell, 'scenario' | 'target' | 'round'>} other */
function isSame(one, { scenario, target, round }) {
  return one.scenario === scenario && one.target === target && one.round === round;
}
