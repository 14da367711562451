/** The record of something that is being measured. Every step makes a new record and writes it whole, so that an interruption leaves what was measured. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { keysOf } from '../util/keys.ts';
import { pendingOf } from './ending.ts';
import { writeJson } from './json/file.ts';
import { partDir, writePart, type Part } from './part.ts';
import { RUN_FILE, type Run, type PlannedPart, type Activity } from './run.ts';
import type { Note } from './json/notes.ts';

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
    this.change({ endedAt: new Date().toISOString() } as Partial<R>); // which every R has
  }

  /** Removes the folder, where nothing was measured. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** That of a run: its parts, with their folders. */
export class RunJournal extends Journal<Run> {
  constructor(resultsDir: string, run: Run) {
    super(resultsDir, RUN_FILE, run);
  }

  /** @returns that are still to be measured, in their order */
  get pending(): PlannedPart[] {
    return pendingOf(this.record);
  }

  /** @param note a note that is there already is not repeated */
  note(note: Note) {
    const known = this.record.notes.map((each) => JSON.stringify(each));
    if (!known.includes(JSON.stringify(note))) this.change({ notes: [...this.record.notes, note] });
  }

  /** @returns an empty folder for its files, under a temporary name */
  open(part: PlannedPart): string {
    const dir = partial(partDir(this.dir, part));
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /** Puts a finished part in its place and records its state. @param dir what `open` gave */
  close(dir: string, measured: Part) {
    const { state, reason } = measured;
    const place = partDir(this.dir, measured);
    writePart(dir, measured);
    rmSync(place, { recursive: true, force: true });
    renameSync(dir, place);
    this.change({ parts: this.record.parts.map((part) => (partDir(this.dir, part) === place ? { ...part, state, reason } : part)) });
  }

  /** @param parts of a further round, or that repeat discarded blocks of one */
  add(parts: PlannedPart[]) {
    const rounds = Math.max(this.record.rounds, ...parts.map(({ round }) => round));
    this.change({ rounds, parts: [...this.record.parts, ...parts] });
  }

  /** @param seconds that were spent since the last call */
  spend(seconds: Partial<Record<Activity, number>>) {
    const spentSeconds = { ...this.record.spentSeconds };
    for (const activity of keysOf(seconds))
      spentSeconds[activity] = Number(((spentSeconds[activity] ?? 0) + (seconds[activity] ?? 0)).toFixed(1));
    this.change({ spentSeconds });
  }

  /** Removes the folders of parts that never became complete. */
  dropPartial() {
    for (const part of this.record.parts) rmSync(partial(partDir(this.dir, part)), { recursive: true, force: true });
  }
}

/** @returns its name while it is being filled */
function partial(folder: string): string {
  return `${folder}.partial`;
}

/** @returns the same; a change of it, of its lists or of what is in them is an error */
function frozen<R extends object>(record: R): Readonly<R> {
  for (const field of Object.values(record)) {
    if (Array.isArray(field)) field.forEach(Object.freeze);
    Object.freeze(field);
  }
  return Object.freeze(record);
}
