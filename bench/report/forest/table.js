import { number } from '../../util/text.js';
import { METRIC_WORDS } from '../words/ratios/metrics.js';
import { bottleneckInTwoWords, isShown, rowRatioText, rowReason, rowSample, verdictWord } from '../words/ratios/row.js';

/**
 * The rows of the plot as a table.
 * @param {import('./svg.js').View} view
 * @returns {import('../tables/figures.js').Table}
 */
export function forestTable({ rows, metric, baseline, targets }) {
  const { name, unit } = METRIC_WORDS[metric];
  const against = targets[baseline].label;
  return {
    caption: `${name} against ${against}: ${unit}; ratio [95 % interval], or (range of the rounds) where there is none`,
    columns: [
      { head: 'Scenario', rowHead: true },
      { head: 'Target' },
      { head: 'Ratio' },
      { head: 'Verdict' },
      { head: 'Figure', numeric: true },
      { head: `Of ${against}`, numeric: true },
      { head: 'Compared in' },
      { head: 'Bottleneck' },
    ],
    rows: rows.map((row) => [
      { text: row.scenario, note: `${row.users} users` },
      { text: targets[row.target].label, target: row.target },
      { text: rowRatioText(row) },
      { text: verdictWord(row), note: rowReason(row), decided: isShown(row) },
      { text: number(row.figure) },
      { text: number(row.baselineFigure) },
      { text: rowSample(row) },
      { text: bottleneckInTwoWords(row.bottleneck) || '–' },
    ]),
  };
}
