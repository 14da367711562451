/** Writes the bundle: every file whole or not at all, so that an interruption or a full disk leaves what was already measured. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../util/errors.js';

/** @typedef {import('./run.js').PlannedCell} PlannedCell */
/**
 * @typedef {import('./run.js').Run & import('../plan/knobs.js').CompareOptions & { schema: 1, resumedAt: string[], notes: string[],
 *   catalogue: import('./catalogue.js').Catalogue }} RunRecord
 *   fields as in docs/interfaces.md, section 5
 */

/**
 * @param {string} file
 * @param {string} text
 * @throws {NodeJS.ErrnoException} such as ENOSPC; the file then is as it was before
 */
export function writeWhole(file, text) {
  const partial = `${file}.partial`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** One run's folder below `results/`. */
export class BundleWriter {
  /**
   * @param {string} resultsDir
   * @param {RunRecord} run
   */
  constructor(resultsDir, run) {
    this.dir = path.join(resultsDir, run.id);
    this.run = run;
  }

  /** Writes `run.json` anew. */
  save() {
    mkdirSync(this.dir, { recursive: true });
    writeWhole(path.join(this.dir, 'run.json'), `${JSON.stringify(this.run, null, 2)}\n`);
  }

  /**
   * @param {PlannedCell} cell
   * @returns {string} an empty folder for the cell's files, under a temporary name
   */
  openCell({ scenario, target, round }) {
    const dir = path.join(this.dir, 'cells', scenario, target, `${round}.partial`);
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /**
   * Puts a finished cell in its place and records its state.
   * @param {PlannedCell} cell an entry of `run.cells`
   * @param {string} dir what `openCell` gave
   * @param {Record<string, any> & { state: 'ok' | 'failed', reason: string | null }} record content of `cell.json`
   */
  closeCell(cell, dir, record) {
    writeWhole(path.join(dir, 'cell.json'), `${JSON.stringify(record, null, 2)}\n`);
    const place = dir.replace(/\.partial$/, '');
    rmSync(place, { recursive: true, force: true });
    renameSync(dir, place);
    cell.state = record.state;
    cell.reason = record.reason;
    this.save();
  }

  /** Removes the bundle of a run that measured nothing. */
  drop() {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Removes the folders of cells that never became complete. */
  dropPartialCells() {
    for (const { scenario, target, round } of this.run.cells) {
      rmSync(path.join(this.dir, 'cells', scenario, target, `${round}.partial`), { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} resultsDir
 * @returns {string[]} ids of the runs there, oldest first
 */
export function runIds(resultsDir) {
  if (!existsSync(resultsDir)) return [];
  return readdirSync(resultsDir)
    .filter((name) => existsSync(path.join(resultsDir, name, 'run.json')))
    .sort();
}

/**
 * @param {string} resultsDir
 * @param {string} knob the knob that named the run, for the message
 * @param {string} id
 * @returns {RunRecord}
 * @throws {UsageError} if there is no such run, or its record cannot be read
 */
export function readRun(resultsDir, knob, id) {
  const ids = runIds(resultsDir);
  if (!ids.includes(id)) throw new UsageError(`${knob}=${id}: no such run; there is ${ids.slice(-5).join(', ') || 'none yet'}`);
  const file = path.join(resultsDir, id, 'run.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${knob}=${id}: run.json cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}
