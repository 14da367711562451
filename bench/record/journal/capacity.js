/** The record of a search for capacities in progress. Every step makes a new record and writes it whole. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeCapacity } from '../capacity.js';

/** @typedef {import('../capacity.js').CapacityRecord} CapacityRecord */
/** @typedef {import('../capacity.js').Capacity} Capacity */

export class CapacityJournal {
  #record;

  /**
   * @param {string} resultsDir
   * @param {CapacityRecord} record of a search that begins
   */
  constructor(resultsDir, record) {
    this.dir = path.join(resultsDir, record.id);
    this.#record = Object.freeze(record);
    mkdirSync(this.dir, { recursive: true });
    this.#change({});
  }

  /** The record as it was written last. Each change replaces it. */
  get record() {
    return this.#record;
  }

  /** @param {import('../json/notes.js').CapacityNote} note */
  note(note) {
    this.#change({ notes: [...this.#record.notes, note] });
  }

  /** @param {Capacity} found what is known of one target in one scenario; it takes the place of what was known before */
  result(found) {
    const { results } = this.#record;
    const index = results.findIndex(({ scenario, target }) => scenario === found.scenario && target === found.target);
    this.#change({ results: index < 0 ? [...results, found] : results.with(index, found) });
  }

  /** All searches have ended. */
  end() {
    this.#change({ endedAt: new Date().toISOString() });
  }

  /** Removes the folder of a search that measured nothing. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** @param {Partial<CapacityRecord>} fields */
  #change(fields) {
    const record = Object.freeze({ ...this.#record, ...fields });
    writeCapacity(this.dir, record);
    this.#record = record;
  }
}
