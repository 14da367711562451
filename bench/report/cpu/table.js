/** What the CPU time of a request goes into, as a table. */
import { sum } from '../../util/math.js';
import { number } from '../../util/text.js';
import { tableOf } from '../tables/table.js';
import { partsOf, sampledIn } from './sampled.js';

/**
 * @param {import('./sampled.js').Figures} figures
 * @param {string} scenario
 * @returns {import('../tables/table.js').Table | null} a row for each part, a column for each target; null where nothing was sampled
 */
export function cpuTable(figures, scenario) {
  const sampled = sampledIn(figures, scenario);
  if (sampled.length === 0) return null;
  const parts = partsOf(sampled);
  const rows = [...parts, { part: 'all', ms: sampled.map((_, index) => sum(parts.map(({ ms }) => ms[index]))) }];
  return tableOf(`${scenario}: where the CPU of a request goes`, rows, [
    { head: 'Part', rowHead: true, of: ({ part }) => part },
    ...sampled.map(({ target }, index) => ({
      ...{ head: figures.run.catalogue.targets[target].label, unit: 'ms', numeric: true, target },
      of: (/** @type {{ ms: number[] }} */ { ms }) => (ms[index] === 0 ? '–' : number(ms[index])),
    })),
  ]);
}
