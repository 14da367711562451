/** The report of `make capacity`: one page and one table, made from capacity.json alone. */
import { join } from 'node:path';
import { CAPACITY_FILE, readCapacity, type CapacityRecord } from '../../record/capacity.ts';
import { madeOf } from '../../record/json/file.ts';
import { capacityPage } from './html.ts';
import { marksText } from '../words/capacity.ts';
import { outsideBottlenecks } from './bottleneck.ts';
import { calibrationDoubt, rankingTexts } from './ranking.ts';
import { resultText } from './searches.ts';
import { writeWhole } from '../../util/files.ts';
import { alignColumns } from '../../util/table.ts';

/** @param dir folder with capacity.json @returns the page that was written */
export function writeCapacityReport(dir: string): string {
  const record = readCapacity(dir);
  const file = join(dir, 'capacity.html');
  const page = madeOf(join(dir, CAPACITY_FILE), () => capacityPage(record));
  writeWhole(file, page);
  return file;
}

/** @returns a line per scenario, and what may be read from it, for the terminal */
export function capacityTable(record: CapacityRecord): string {
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
