import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricValues } from '../../k6/lib/summary.js';
import { parseHlog } from './hlog.js';
import { callsNeighbour } from './catalogue.js';
import { parseProcessesCsv, parseServerCsv } from './samples.js';

/**
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('./run.js').PlannedCell} PlannedCell
 */

const SCHEMA = 1;

/**
 * Opens a bundle. Its cells are read one at a time, when asked for: all of a long run at once would not fit in memory.
 * @param {string} dir the run's folder
 * @returns {import('./raw-cell.js').Bundle}
 * @throws {Error} one line, where run.json is missing, broken or of another schema
 */
export function readBundle(dir) {
  const run = readRun(dir);
  return { run, readCell: (planned) => readCell(dir, planned, run) };
}

/** @param {string} dir @returns {Run} */
function readRun(dir) {
  const file = join(dir, 'run.json');
  let run;
  try {
    run = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${why(error)}; a run's folder with its run.json is expected`, { cause: error });
  }
  if (run?.schema !== SCHEMA) throw new Error(`${file}: schema ${run?.schema} is not known; schema ${SCHEMA} is expected`);
  for (const field of ['targets', 'scenarios', 'stages', 'cells']) {
    if (!Array.isArray(run[field])) throw new Error(`${file}: '${field}' is missing; a list is expected`);
  }
  const unknown = [
    ...run.targets.filter((/** @type {string} */ name) => !run.catalogue?.targets?.[name]),
    ...run.scenarios.filter((/** @type {string} */ name) => !run.catalogue?.scenarios?.[name]),
  ];
  if (unknown.length > 0)
    throw new Error(`${file}: ${unknown.join(', ')} not in its 'catalogue'; every target and scenario is expected there`);
  return run;
}

/** @param {string} dir @param {PlannedCell} planned @param {Run} run @returns {import('./raw-cell.js').RawCell} */
function readCell(dir, planned, run) {
  /** @type {string[]} */
  const missing = [];
  const folder = join(dir, 'cells', planned.scenario, planned.target, String(planned.round));
  /**
   * @template T
   * @param {string} file
   * @param {(text: string) => T} parse
   * @returns {T | null}
   */
  const part = (file, parse) => {
    if (planned.state === 'pending') return null;
    try {
      return parse(readFileSync(join(folder, file), 'utf8'));
    } catch (error) {
      missing.push(`${file}: ${why(error)}`);
      return null;
    }
  };
  /** @template T @param {string} file @param {(content: any) => T} read @returns {T | null} of a file that says more, but is no part of any figure */
  const beside = (file, read) => {
    try {
      return read(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    } catch {
      return null;
    }
  };
  return {
    planned,
    cell: part('cell.json', parseCell),
    requests: part('http.hlog', parseHlog),
    server: part('server.csv', parseServerCsv),
    downstream: callsNeighbour(run, planned.scenario) ? part('downstream.csv', parseServerCsv) : null,
    processes: part('processes.csv', parseProcessesCsv),
    rollup: beside('rollup.json', (account) => account),
    droppedIterations: beside('k6-summary.json', (summary) => metricValues(summary, 'dropped_iterations').count ?? 0),
    missing,
  };
}

/** @param {string} text @returns {import('./cell.js').CellJson} */
function parseCell(text) {
  const cell = JSON.parse(text);
  if (!Array.isArray(cell?.stages)) throw new Error("'stages' is missing");
  return cell;
}

/** @param {unknown} error one line for people */
function why(error) {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if (error instanceof SyntaxError) return 'not JSON';
  return error.message.split('\n')[0];
}
