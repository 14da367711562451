/** The journal of a run: its cells and sequences, with their folders. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { cellDir, writeCell } from '../cell.js';
import { RUN_FILE } from '../run.js';
import { sequenceDir, writeSequence } from '../sequence.js';
import { Journal } from './journal.js';

/**
 * @typedef {import('../run.js').Run} Run
 * @typedef {import('../run.js').PlannedCell} PlannedCell
 * @typedef {import('../run.js').PlannedSequence} PlannedSequence
 * @typedef {PlannedCell | PlannedSequence} PlannedPart
 * @typedef {import('../cell.js').Cell | import('../sequence.js').Sequence} MeasuredPart
 */

/** @extends {Journal<Run>} */
export class RunJournal extends Journal {
  /** @param {string} resultsDir @param {Run} run */
  constructor(resultsDir, run) {
    super(resultsDir, RUN_FILE, run);
  }

  /** @returns {PlannedPart[]} cells and sequences that are still to be measured, in their order */
  get pending() {
    return pendingOf(this.record);
  }

  /** @param {import('../json/notes.js').Note} note a note that is there already is not repeated */
  note(note) {
    const known = this.record.notes.map((each) => JSON.stringify(each));
    if (!known.includes(JSON.stringify(note))) this.change({ notes: [...this.record.notes, note] });
  }

  /** @param {PlannedPart} part @returns {string} an empty folder for its files, under a temporary name */
  open(part) {
    const dir = partial(this.#placeOf(part));
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /**
   * Puts a finished cell or sequence in its place and records its state.
   * @param {string} dir what `open` gave
   * @param {MeasuredPart} measured
   */
  close(dir, measured) {
    const { state, reason } = measured;
    const place = this.#placeOf(measured);
    if ('part' in measured) writeSequence(dir, measured);
    else writeCell(dir, measured);
    rmSync(place, { recursive: true, force: true });
    renameSync(dir, place);
    const closed = /** @type {<P extends PlannedPart>(part: P) => P} */ (
      (part) => (this.#placeOf(part) === place ? { ...part, state, reason } : part)
    );
    this.change({ cells: this.record.cells.map(closed), sequences: this.record.sequences.map(closed) });
  }

  /** @param {PlannedSequence[]} sequences of a further round, or that repeat void blocks of one */
  add(sequences) {
    const rounds = Math.max(this.record.rounds, ...sequences.map(({ round }) => round));
    this.change({ rounds, sequences: [...this.record.sequences, ...sequences] });
  }

  /** @param {Partial<Record<import('../run.js').Activity, number>>} seconds that were spent since the last call */
  spend(seconds) {
    const spentSeconds = { ...this.record.spentSeconds };
    for (const [name, more] of Object.entries(seconds)) {
      const activity = /** @type {import('../run.js').Activity} */ (name);
      spentSeconds[activity] = Number(((spentSeconds[activity] ?? 0) + more).toFixed(1));
    }
    this.change({ spentSeconds });
  }

  /** Removes the folders of cells and sequences that never became complete. */
  dropPartial() {
    for (const part of [...this.record.cells, ...this.record.sequences]) {
      rmSync(partial(this.#placeOf(part)), { recursive: true, force: true });
    }
  }

  /** @param {PlannedPart | MeasuredPart} part @returns {string} its folder */
  #placeOf(part) {
    return 'part' in part ? sequenceDir(this.dir, part) : cellDir(this.dir, part);
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
