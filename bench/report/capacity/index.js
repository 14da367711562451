/** The report of `make capacity`: one page and one table, made from capacity.json alone. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCapacity } from '../../record/capacity.js';
import { marks } from './held-by.js';
import { capacityPage } from './html.js';
import { foundText } from './searches.js';
import { calibrationDoubts, toldApart } from './told-apart.js';
import { alignColumns } from '../../util/table.js';

/** @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord */

/**
 * @param {string} dir folder with capacity.json
 * @returns {string} the page that was written
 */
export function writeCapacityReport(dir) {
  const record = readCapacity(dir);
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
