/** `make capacity`: the highest rate of requests at which each target still answers within the SLO (open model). */
import path from 'node:path';
import { capacityOptions } from '../plan/capacity.js';
import { capacityTable, writeCapacityReport } from '../report/capacity/index.js';
import { measureCapacities } from '../run/capacity.js';

/**
 * @param {import('../setup/command.js').Command} command
 * @returns {Promise<number>} exit code: 0 if every target had a capacity or shows why it has none, 1 if one could not be measured
 */
export async function capacity(command) {
  const { dir, record } = await measureCapacities(command, capacityOptions(command.env, command.catalogue));
  command.log(capacityTable(record));
  command.log(`report: ${path.relative(command.root, writeCapacityReport(dir))}`);
  return record.results.some(({ failure }) => failure !== null) ? 1 : 0;
}
