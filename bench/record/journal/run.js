/** The record of a run in progress. Every step makes a new record and writes it whole, so that an interruption leaves what was measured. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cellDir, writeCell } from '../cell.js';
import { writeRun } from '../run.js';
import { sequenceDir, writeSequence } from '../sequence.js';

/**
 * @typedef {import('../run.js').Run} Run
 * @typedef {import('../run.js').PlannedCell} PlannedCell
 * @typedef {import('../run.js').PlannedSequence} PlannedSequence
 * @typedef {PlannedCell | PlannedSequence} PlannedPart
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

  /** @returns {PlannedPart[]} cells and sequences that are still to be measured, in their order */
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
    return emptyFolder(partial(cellDir(this.dir, cell)));
  }

  /** @param {PlannedSequence} sequence @returns {string} an empty folder for the sequence's files, under a temporary name */
  openSequence(sequence) {
    return emptyFolder(partial(sequenceDir(this.dir, sequence)));
  }

  /**
   * Puts a finished cell in its place and records its state.
   * @param {string} dir what `openCell` gave
   * @param {import('../cell.js').Cell} cell
   */
  closeCell(dir, cell) {
    writeCell(dir, cell);
    putInPlace(dir, cellDir(this.dir, cell));
    const { state, reason } = cell;
    this.#change({ cells: this.#run.cells.map((each) => (isSameCell(each, cell) ? { ...each, state, reason } : each)) });
  }

  /**
   * The same of a finished sequence.
   * @param {string} dir what `openSequence` gave
   * @param {import('../sequence.js').Sequence} sequence
   */
  closeSequence(dir, sequence) {
    writeSequence(dir, sequence);
    putInPlace(dir, sequenceDir(this.dir, sequence));
    const { state, reason } = sequence;
    this.#change({ sequences: this.#run.sequences.map((each) => (isSameSequence(each, sequence) ? { ...each, state, reason } : each)) });
  }

  /** @param {{ sequences: PlannedSequence[] }} added of one round more */
  addRound({ sequences }) {
    this.#change({ rounds: this.#run.rounds + 1, sequences: [...this.#run.sequences, ...sequences] });
  }

  /** @param {PlannedSequence} sequence that repeats void blocks of a round */
  addPart(sequence) {
    this.#change({ sequences: [...this.#run.sequences, sequence] });
  }

  /** @param {Partial<Record<import('../run.js').Activity, number>>} seconds that were spent since the last call */
  spend(seconds) {
    const spentSeconds = { ...this.#run.spentSeconds };
    for (const [name, more] of Object.entries(seconds)) {
      const activity = /** @type {import('../run.js').Activity} */ (name);
      spentSeconds[activity] = Number(((spentSeconds[activity] ?? 0) + more).toFixed(1));
    }
    this.#change({ spentSeconds });
  }

  /** Everything is measured. */
  end() {
    this.#change({ endedAt: new Date().toISOString() });
  }

  /** Removes the bundle of a run that measured nothing. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Removes the folders of cells and sequences that never became complete. */
  dropPartial() {
    const folders = [
      ...this.#run.cells.map((cell) => cellDir(this.dir, cell)),
      ...this.#run.sequences.map((each) => sequenceDir(this.dir, each)),
    ];
    for (const folder of folders) rmSync(partial(folder), { recursive: true, force: true });
  }

  /** @param {Partial<Run>} fields @throws {NodeJS.ErrnoException} such as ENOSPC; the record then is as it was before */
  #change(fields) {
    const run = frozen({ ...this.#run, ...fields });
    writeRun(this.dir, run);
    this.#run = run;
  }
}

/** @param {Pick<Run, 'cells' | 'sequences'>} run @returns {PlannedPart[]} cells and sequences that are still to be measured, in their order */
export function pendingOf({ cells, sequences }) {
  return [...cells, ...sequences].filter(({ state }) => state === 'pending').sort((one, other) => one.order - other.order);
}

/** @param {PlannedPart} part @returns {part is PlannedSequence} */
export function isSequence(part) {
  return 'blocks' in part;
}

/** @param {string} folder @returns {string} its name while it is being filled */
function partial(folder) {
  return `${folder}.partial`;
}

/** @param {string} dir @returns {string} the same */
function emptyFolder(dir) {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** @param {string} dir @param {string} place */
function putInPlace(dir, place) {
  rmSync(place, { recursive: true, force: true });
  renameSync(dir, place);
}

/** @param {Run} run @returns {Readonly<Run>} the same; a change of it is an error */
function frozen(run) {
  for (const part of [...run.cells, ...run.sequences, ...run.notes]) Object.freeze(part);
  for (const list of [run.cells, run.sequences, run.notes, run.resumedAt, run.continued, run.spentSeconds]) Object.freeze(list);
  return Object.freeze(run);
}

/** @param {PlannedCell} one @param {Pick<PlannedCell, 'scenario' | 'target'>} other */
function isSameCell(one, { scenario, target }) {
  return one.scenario === scenario && one.target === target;
}

/** @param {PlannedSequence} one @param {import('../sequence.js').SequenceKey} other */
function isSameSequence(one, { scenario, round, part }) {
  return one.scenario === scenario && one.round === round && one.part === part;
}
