import { number } from '../../util/text.js';
import { tableOf } from '../tables/table.js';
import { bottleneckInTwoWords } from '../words/bottleneck.js';
import { METRIC_WORDS } from '../words/ratios/metrics.js';
import { isShown, rowRatioText, sampleText, verdictWord } from '../words/verdicts.js';

/** The rows of the plot as a table. @param {import('./svg.js').View} view @returns {import('../tables/table.js').Table} */
export function forestTable({ rows, metric, baseline, targets }) {
  const { name, unit } = METRIC_WORDS[metric];
  const against = targets[baseline].label;
  const caption = `${name} against ${against}: ${unit}; ratio [95 % interval], or (range of the rounds) where there is none`;
  return tableOf(caption, rows, [
    { head: 'Scenario', rowHead: true, of: ({ scenario, users }) => ({ text: scenario, note: `${users} users` }) },
    { head: 'Target', of: ({ target }) => ({ text: targets[target].label, target }) },
    { head: 'Ratio', of: rowRatioText },
    { head: 'Verdict', of: (row) => ({ text: verdictWord(row), note: row.because ?? '', decided: isShown(row) }) },
    { head: 'Figure', numeric: true, of: ({ figure }) => number(figure) },
    { head: `Of ${against}`, numeric: true, of: ({ baselineFigure }) => number(baselineFigure) },
    { head: 'Compared in', of: (row) => (row.ratio === null ? '–' : sampleText(row)) },
    { head: 'Bottleneck', of: ({ bottleneck }) => bottleneckInTwoWords(bottleneck) || '–' },
  ]);
}
