/** What the CPU time of a request goes into, as a table. */
import { sum } from '../../util/math.ts';
import { number } from '../../util/text.ts';
import { tableOf, type Table } from '../tables/table.ts';
import { partsOf, sampledIn } from './sampled.ts';
import type { Figures } from '../../analyse/types.ts';

/** @returns a row for each part, a column for each target; null where nothing was sampled */
export function cpuTable(figures: Figures, scenario: string): Table | null {
  const sampled = sampledIn(figures, scenario);
  if (sampled.length === 0) return null;
  const parts = partsOf(sampled);
  const rows = [...parts, { part: 'all', ms: sampled.map((_, index) => sum(parts.map(({ ms }) => ms[index]))) }];
  return tableOf(`${scenario}: where the CPU of a request goes`, rows, [
    { head: 'Part', rowHead: true, of: ({ part }) => part },
    ...sampled.map(({ target }, index) => ({
      ...{ head: figures.run.catalogue.targets[target].label, unit: 'ms', numeric: true, target },
      of: ({ ms }: { ms: number[] }) => (ms[index] === 0 ? '–' : number(ms[index])),
    })),
  ]);
}
