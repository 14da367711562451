import { number } from '../../util/text.ts';
import { figureColumn, tableOf, type Table } from '../tables/table.ts';
import { bottleneckInTwoWords } from '../words/bottleneck.ts';
import { METRIC_WORDS } from '../words/ratios/metrics.ts';
import { isShown, rowRatioText, sampleText, verdictWord } from '../words/verdicts.ts';
import type { View } from './svg.ts';

/** The rows of the plot as a table. */
export function forestTable({ rows, metric, baseline, targets }: View): Table {
  const { name, unit } = METRIC_WORDS[metric];
  const against = targets[baseline].label;
  const caption = `${name} against ${against}: ${unit}; ratio [95 % interval], or (range of the rounds) where there is none`;
  return tableOf(caption, rows, [
    { head: 'Scenario', rowHead: true, of: ({ scenario, users }) => ({ text: scenario, note: `${users} users` }) },
    { head: 'Target', of: ({ target }) => ({ text: targets[target].label, target }) },
    { head: 'Ratio', of: rowRatioText },
    { head: 'Verdict', of: (row) => ({ text: verdictWord(row), note: row.because ?? '', decided: isShown(row) }) },
    figureColumn('Figure', '', ({ figure }) => number(figure)),
    figureColumn(`Of ${against}`, '', ({ baselineFigure }) => number(baselineFigure)),
    { head: 'Compared in', of: (row) => (row.ratio === null ? '–' : sampleText(row)) },
    { head: 'Bottleneck', of: ({ bottleneck }) => bottleneckInTwoWords(bottleneck) || '–' },
  ]);
}
