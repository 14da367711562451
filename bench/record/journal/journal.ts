/** The record of something that is being measured. Every step makes a new record and writes it whole, so that an interruption leaves what was measured. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../json/file.ts';

export class Journal<R extends { id: string; endedAt: string | null }> {
  dir;
  file;
  #record: Readonly<R>;

  /** @param file name of the record in its folder @param record as it is written first */
  constructor(resultsDir: string, file: string, record: R) {
    this.dir = path.join(resultsDir, record.id);
    this.file = path.join(this.dir, file);
    this.#record = record;
    mkdirSync(this.dir, { recursive: true });
    this.change({});
  }

  /** The record as it was written last. Each change replaces it. */
  get record() {
    return this.#record;
  }

  /** @throws {NodeJS.ErrnoException} such as ENOSPC; the record then is as it was before */
  change(fields: Partial<R>) {
    const record = frozen({ ...this.#record, ...fields });
    writeJson(this.file, record);
    this.#record = record;
  }

  /** Everything is measured. */
  end() {
    this.change({ endedAt: new Date().toISOString() } as Partial<R>);
  }

  /** Removes the folder, where nothing was measured. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** @returns the same; a change of it, of its lists or of what is in them is an error */
function frozen<R extends object>(record: R): Readonly<R> {
  for (const field of Object.values(record)) {
    if (Array.isArray(field)) field.forEach(Object.freeze);
    Object.freeze(field);
  }
  return Object.freeze(record);
}
