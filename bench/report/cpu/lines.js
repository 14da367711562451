/** What the CPU time of a request goes into, for the terminal. */
import { alignColumns } from '../../util/table.js';
import { wrapped } from '../../util/text.js';
import { cpuSentences, howSampled } from './sentences.js';
import { cpuTable } from './table.js';

const WIDTH = 100;

/** @param {import('./sampled.js').Figures} figures @returns {string[]} none where nothing was sampled */
export function cpuLines(figures) {
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
