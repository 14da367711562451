/** The starts on the terminal. */
import { startMeans } from '../../analyse/startup.js';
import { plural } from '../../util/text.js';
import { alignColumns } from '../../util/table.js';
import { START_FIGURES, meanText, startRatioText, startVerdictText } from '../words/variants/startup.js';

/** @typedef {import('../../record/startup/record.js').StartupRecord} StartupRecord */
/** @typedef {import('../../analyse/startup.js').StartFigure} StartFigure */

const FIGURES = /** @type {StartFigure[]} */ (Object.keys(START_FIGURES));

/** @param {StartupRecord} record @returns {string[]} a block for each figure, a line for each target */
export function startupLines(record) {
  return FIGURES.flatMap((figure) => {
    const rows = startMeans(record, figure).map(({ target, comparison, starts, ...found }) => {
      const verdict = comparison ? [startRatioText(comparison), startVerdictText(figure, comparison, starts)] : ['', 'baseline'];
      return [`  ${target}`, meanText(figure, found), ...verdict];
    });
    return rows.length > 0 ? [`${START_FIGURES[figure].name}, mean of ${plural(record.starts, 'start')}`, ...alignColumns(rows)] : [];
  });
}
