/** The record of starts in progress. Every start makes a new record and writes it whole. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeStartup } from './record.js';

/** @typedef {import('./record.js').StartupRecord} StartupRecord */

export class StartupJournal {
  #record;

  /**
   * @param {string} resultsDir
   * @param {StartupRecord} record without any start
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

  /** @param {import('./record.js').Start} start */
  add(start) {
    this.#change({ measured: [...this.#record.measured, start] });
  }

  end() {
    this.#change({ endedAt: new Date().toISOString() });
  }

  /** Removes the folder where nothing was measured. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** @param {Partial<StartupRecord>} fields */
  #change(fields) {
    const record = Object.freeze({ ...this.#record, ...fields });
    writeStartup(this.dir, record);
    this.#record = record;
  }
}
