/** What the CPU time of a request goes into, for the terminal. */
import { alignColumns } from '../../util/table.ts';
import { wrapped } from '../../util/text.ts';
import { cpuSentences, howSampled } from './sentences.ts';
import { cpuTable } from './table.ts';
import type { Figures } from '../../analyse/types.ts';

const WIDTH = 100;

/** @returns none where nothing was sampled */
export function cpuLines(figures: Figures): string[] {
  return figures.run.scenarios.flatMap((scenario) => {
    const table = cpuTable(figures, scenario);
    if (table === null) return [];
    const [, ...targets] = table.columns;
    const rows = alignColumns([['', ...targets.map(({ target = '' }) => target)], ...table.rows.map((row) => row.map(({ text }) => text))]);
    const said = [...cpuSentences(figures, scenario), howSampled(figures, scenario)];
    return [
      '',
      `${scenario}: where the CPU of a request goes, ms`,
      ...rows.map((row) => `  ${row}`),
      ...said.flatMap((sentence) => wrapped(sentence, WIDTH)),
    ];
  });
}
