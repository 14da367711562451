/** The report of `make capacity`: one page and one table, made from capacity.json alone. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marks } from './held-by.js';
import { capacityPage } from './html.js';
import { foundText } from './searches.js';
import { calibrationDoubts, toldApart } from './told-apart.js';
import { alignColumns } from '../../util/table.js';

/** @typedef {import('../../measure/capacity/trial.js').Trial} Trial */
/**
 * @typedef {object} Capacity one target in one scenario
 * @property {string} scenario
 * @property {string} target
 * @property {number | null} capacity the highest rate that held, requests per second; null if none did
 * @property {boolean} reachedHighest it held at the highest rate that is tried
 * @property {string | null} failure why nothing could be found out; null if it could
 * @property {{ scenario: string, vus: number[], quotaLifted: boolean, seconds: number, perSecond: number[], steady: boolean } | null} warmup
 * @property {Trial[]} trials in the order they were made
 */
/**
 * @typedef {import('../../plan/capacity.js').CapacityOptions & ReturnType<typeof import('../../run/describe.js').describe> & {
 *   schema: 1, id: string, startedAt: string, endedAt: string | null, catalogue: import('../../record/catalogue.js').Catalogue,
 *   calibration?: import('../../record/calibration.js').Calibration | null, notes?: string[], results: Capacity[] }} CapacityRecord content of capacity.json
 */

/**
 * @param {string} dir folder with capacity.json
 * @returns {string} the page that was written
 */
export function writeCapacityReport(dir) {
  const record = JSON.parse(readFileSync(join(dir, 'capacity.json'), 'utf8'));
  const file = join(dir, 'capacity.html');
  writeFileSync(`${file}.part`, capacityPage(record));
  renameSync(`${file}.part`, file);
  return file;
}

/**
 * @param {CapacityRecord} record
 * @returns {string} a line per scenario, and what may be read from it, for the terminal
 */
export function capacityTable(record) {
  const { scenarios, targets, results, sloP99Ms } = record;
  const rows = [
    ['', ...targets],
    ...scenarios.map((scenario) => [scenario, ...targets.map((target) => foundText(record, scenario, target))]),
  ];
  const lines = alignColumns(rows, { right: (column) => column > 0 });
  const apart = scenarios.flatMap((scenario) => toldApart(record, scenario) ?? []);
  const head = `highest rate with p99 ≤ ${sloP99Ms} ms, failures < 0.1 %, nothing dropped (known to ±3 %)`;
  return [head, ...lines, ...marks(results, record), ...apart, calibrationDoubts(record)].filter((line) => line !== null).join('\n');
}
