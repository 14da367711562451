/** The starts on the terminal. */
import { startMeans, type StartFigure } from '../../analyse/startup.ts';
import { plural } from '../../util/text.ts';
import { alignColumns } from '../../util/table.ts';
import { START_FIGURES, meanText, startRatioText, startVerdictText } from '../words/variants/startup.ts';
import type { StartupRecord } from '../../record/startup/record.ts';

const FIGURES = Object.keys(START_FIGURES) as StartFigure[];

/** @returns a block for each figure, a line for each target */
export function startupLines(record: StartupRecord): string[] {
  return FIGURES.flatMap((figure) => {
    const rows = startMeans(record, figure).map(({ target, comparison, starts, ...found }) => {
      const verdict = comparison ? [startRatioText(comparison), startVerdictText(figure, comparison, starts)] : ['', 'baseline'];
      return [`  ${target}`, meanText(figure, found), ...verdict];
    });
    return rows.length > 0 ? [`${START_FIGURES[figure].name}, mean of ${plural(record.starts, 'start')}`, ...alignColumns(rows)] : [];
  });
}
