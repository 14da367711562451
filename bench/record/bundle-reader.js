/** Reads a bundle: run.json at once, the files of each part when they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsDownstream } from './catalogue.js';
import { readCpuProfiles } from './cpu-profile.js';
import { parseSlicedHlog } from './hlog.js';
import { NO_SUCH_FILE, RecordError } from './json/file.js';
import { refuseOddFiles } from './json/plain-files.js';
import { readRollup } from './rollup.js';
import { isMeasured, partDir, readPart, serverFile, targetsIn } from './part.js';
import { readRun } from './run.js';
import { parseProcessesCsv, parseServerCsv } from './samples.js';

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').PlannedPart} PlannedPart
 */

/**
 * Opens a bundle. Its parts are read one at a time: all of a long run at once would not fit in memory.
 * @param {string} dir the run's folder
 * @returns {import('./raw-part.js').Bundle}
 * @throws {import('../util/errors.js').UsageError} one line, where run.json is missing or not valid
 */
export function readBundle(dir) {
  const run = readRun(dir);
  refuseOddFiles(dir);
  return { run, readPart: (planned) => readRawPart(dir, planned, run), cpuProfiles: readCpuProfiles(dir, run) };
}

/** @param {string} dir @param {PlannedPart} planned @param {Run} run @returns {import('./raw-part.js').RawPart} */
function readRawPart(dir, planned, run) {
  const folder = partDir(dir, planned);
  const { missing, orMissing, content, exists } = filesOf(folder, planned);
  const samples = (/** @type {string} */ file) => orMissing(file, () => parseServerCsv(content(file)));
  const servers = targetsIn(planned.blocks).map((target) => /** @type {const} */ ([target, samples(serverFile(target))]));
  return {
    planned,
    part: orMissing('part.json', () => measuredPart(folder, planned, run)),
    requests: orMissing('http.hlog', () => parseSlicedHlog(content('http.hlog'))),
    servers: new Map(servers.flatMap(([target, own]) => (own === null ? [] : [[target, own]]))),
    downstream: callsDownstream(run, planned.scenario) ? samples('downstream.csv') : null,
    processes: orMissing('processes.csv', () => parseProcessesCsv(content('processes.csv'))),
    rollup: exists('rollup.json') ? orMissing('rollup.json', () => readRollup(folder)) : null,
    missing,
  };
}

/** @param {string} folder @param {{ state: string }} planned */
function filesOf(folder, { state }) {
  /** @type {string[]} */
  const missing = [];
  /** @template T @param {string} file @param {() => T} read @returns {T | null} */
  const orMissing = (file, read) => {
    if (state === 'pending') return null;
    try {
      return read();
    } catch (error) {
      missing.push(`${file}: ${why(error)}`);
      return null;
    }
  };
  const content = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8');
  const exists = (/** @type {string} */ file) => existsSync(join(folder, file));
  return { missing, orMissing, content, exists };
}

/** @param {string} folder @param {PlannedPart} planned @param {Run} run @returns {import('./part.js').MeasuredPart} */
function measuredPart(folder, planned, run) {
  const part = readPart(folder, planned, run);
  if (!isMeasured(part)) throw new Error('no slice was measured');
  return part;
}

/** @param {unknown} error @returns {string} one line */
function why(error) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RecordError) return error.fault;
  if ('code' in error && error.code === 'ENOENT') return NO_SUCH_FILE;
  return error.message.split('\n')[0];
}
