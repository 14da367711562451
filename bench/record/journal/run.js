/** The journal of a run: its parts, with their folders. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { partDir, writePart } from '../part.js';
import { RUN_FILE } from '../run.js';
import { Journal } from './journal.js';

/**
 * @typedef {import('../run.js').Run} Run
 * @typedef {import('../run.js').PlannedPart} PlannedPart
 */

/** @extends {Journal<Run>} */
export class RunJournal extends Journal {
  /** @param {string} resultsDir @param {Run} run */
  constructor(resultsDir, run) {
    super(resultsDir, RUN_FILE, run);
  }

  /** @returns {PlannedPart[]} that are still to be measured, in their order */
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
    const dir = partial(partDir(this.dir, part));
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /**
   * Puts a finished part in its place and records its state.
   * @param {string} dir what `open` gave
   * @param {import('../part.js').Part} measured
   */
  close(dir, measured) {
    const { state, reason } = measured;
    const place = partDir(this.dir, measured);
    writePart(dir, measured);
    rmSync(place, { recursive: true, force: true });
    renameSync(dir, place);
    this.change({ parts: this.record.parts.map((part) => (partDir(this.dir, part) === place ? { ...part, state, reason } : part)) });
  }

  /** @param {PlannedPart[]} parts of a further round, or that repeat discarded blocks of one */
  add(parts) {
    const rounds = Math.max(this.record.rounds, ...parts.map(({ round }) => round));
    this.change({ rounds, parts: [...this.record.parts, ...parts] });
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

  /** Removes the folders of parts that never became complete. */
  dropPartial() {
    for (const part of this.record.parts) rmSync(partial(partDir(this.dir, part)), { recursive: true, force: true });
  }
}

/** @param {Pick<Run, 'parts'>} run @returns {PlannedPart[]} that are still to be measured, in their order */
export function pendingOf({ parts }) {
  return parts.filter(({ state }) => state === 'pending').sort((one, other) => one.order - other.order);
}

/** @param {string} folder @returns {string} its name while it is being filled */
function partial(folder) {
  return `${folder}.partial`;
}
