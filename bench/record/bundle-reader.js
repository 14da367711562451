/** Reads a bundle: run.json at once, each cell's files when they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricValues } from '../../k6/lib/summary.js';
import { callsDownstream } from './catalogue.js';
import { cellDir, isMeasured, readCell } from './cell.js';
import { parseHlog, parseSlicedHlog } from './hlog.js';
import { NO_SUCH_FILE, RecordError } from './json/file.js';
import { refuseOddFiles } from './json/plain-files.js';
import { readRollup } from './rollup.js';
import { readRun } from './run.js';
import { isSequenceMeasured, readSequence, sequenceDir, serverFile, targetsIn } from './sequence.js';
import { parseProcessesCsv, parseServerCsv } from './samples.js';

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').PlannedCell} PlannedCell
 */

/**
 * Opens a bundle. Its cells are read one at a time: all of a long run at once would not fit in memory.
 * @param {string} dir the run's folder
 * @returns {import('./raw-cell.js').Bundle}
 * @throws {import('../util/errors.js').UsageError} one line, where run.json is missing or not valid
 */
export function readBundle(dir) {
  const run = readRun(dir);
  refuseOddFiles(dir);
  return {
    run,
    readCell: (planned) => readRawCell(dir, planned, run),
    readSequence: (planned) => readRawSequence(dir, planned, run),
  };
}

/** @param {string} dir @param {PlannedCell} planned @param {Run} run @returns {import('./raw-cell.js').RawCell} */
function readRawCell(dir, planned, run) {
  const folder = cellDir(dir, planned);
  const { missing, part, content, exists } = parts(folder, planned);
  return {
    planned,
    cell: part('cell.json', () => measuredCell(folder, planned, run)),
    requests: part('http.hlog', () => parseHlog(content('http.hlog'))),
    server: part('server.csv', () => parseServerCsv(content('server.csv'))),
    downstream: callsDownstream(run, planned.scenario) ? part('downstream.csv', () => parseServerCsv(content('downstream.csv'))) : null,
    processes: part('processes.csv', () => parseProcessesCsv(content('processes.csv'))),
    rollup: exists('rollup.json') ? part('rollup.json', () => readRollup(folder)) : null,
    droppedIterations: orNull(() => wholeOrNull(metricValues(JSON.parse(content('k6-summary.json')), 'dropped_iterations').count ?? 0)),
    missing,
  };
}

/** @param {string} dir @param {import('./run.js').PlannedSequence} planned @param {Run} run @returns {import('./raw-cell.js').RawSequence} */
function readRawSequence(dir, planned, run) {
  const folder = sequenceDir(dir, planned);
  const { missing, part, content, exists } = parts(folder, planned);
  const server = (/** @type {string} */ target) => part(serverFile(target), () => parseServerCsv(content(serverFile(target))));
  const servers = targetsIn(planned.blocks).map((target) => /** @type {const} */ ([target, server(target)]));
  return {
    planned,
    sequence: part('sequence.json', () => measuredSequence(folder, planned, run)),
    requests: part('http.hlog', () => parseSlicedHlog(content('http.hlog'))),
    servers: new Map(servers.flatMap(([target, samples]) => (samples === null ? [] : [[target, samples]]))),
    downstream: callsDownstream(run, planned.scenario) ? part('downstream.csv', () => parseServerCsv(content('downstream.csv'))) : null,
    processes: part('processes.csv', () => parseProcessesCsv(content('processes.csv'))),
    rollup: exists('rollup.json') ? part('rollup.json', () => readRollup(folder)) : null,
    missing,
  };
}

/**
 * @param {string} folder
 * @param {{ state: string }} planned
 */
function parts(folder, { state }) {
  /** @type {string[]} */
  const missing = [];
  /**
   * @template T
   * @param {string} file
   * @param {() => T} read
   * @returns {T | null}
   */
  const part = (file, read) => {
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
  return { missing, part, content, exists };
}

/** @param {string} folder @param {import('./run.js').PlannedSequence} planned @param {Run} run @returns {import('./sequence.js').MeasuredSequence} */
function measuredSequence(folder, planned, run) {
  const sequence = readSequence(folder, planned, run);
  if (!isSequenceMeasured(sequence)) throw new Error('no slice was measured');
  return sequence;
}

/** @param {string} folder @param {PlannedCell} planned @param {Run} run @returns {import('./cell.js').MeasuredCell} */
function measuredCell(folder, planned, run) {
  const cell = readCell(folder, planned, run);
  if (!isMeasured(cell)) throw new Error('no stage was measured');
  return cell;
}

/** @template T @param {() => T} read of a file that is no part of any figure @returns {T | null} */
function orNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** @param {unknown} value @returns {number | null} null where it is no count */
function wholeOrNull(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

/** @param {unknown} error @returns {string} one line */
function why(error) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RecordError) return error.fault;
  if ('code' in error && error.code === 'ENOENT') return NO_SUCH_FILE;
  return error.message.split('\n')[0];
}
