/** The report of `make capacity`: one page and one table, made from capacity.json alone. */
import { join } from 'node:path';
import { CAPACITY_FILE, readCapacity } from '../../record/capacity.js';
import { madeOf } from '../../record/json/file.js';
import { capacityPage } from './html.js';
import { marksText } from '../words/capacity.js';
import { outsideBottlenecks } from './bottleneck.js';
import { calibrationDoubt, rankingTexts } from './ranking.js';
import { resultText } from './searches.js';
import { writeWhole } from '../../util/files.js';
import { alignColumns } from '../../util/table.js';

/** @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord */

/** @param {string} dir folder with capacity.json @returns {string} the page that was written */
export function writeCapacityReport(dir) {
  const record = readCapacity(dir);
  const file = join(dir, 'capacity.html');
  const page = madeOf(join(dir, CAPACITY_FILE), () => capacityPage(record));
  writeWhole(file, page);
  return file;
}

/** @param {CapacityRecord} record @returns {string} a line per scenario, and what may be read from it, for the terminal */
export function capacityTable(record) {
  const { scenarios, targets, results, sloP99Ms } = record;
  const rows = [
    ['', ...targets],
    ...scenarios.map((scenario) => [scenario, ...targets.map((target) => resultText(record, scenario, target))]),
  ];
  const lines = alignColumns(rows, { right: (column) => column > 0 });
  const head = `highest rate with p99 ≤ ${sloP99Ms} ms, failures < 0.1 %, nothing dropped (resolved to ±3 %)`;
  const notes = [...marksText(outsideBottlenecks(results, record)), ...rankingTexts(record), calibrationDoubt(record)];
  return [head, ...lines, ...notes].filter((line) => line !== null).join('\n');
}
