/** What a run says between two rounds. */
import path from 'node:path';
import { writeReport } from '../../report/index.js';
import { verdictLines } from '../../report/verdict-lines.js';
import { outlookText, soFarText } from '../../report/words/ratios/outlook.js';
import { outlookOf } from './outlook.js';

/**
 * Writes the report of what is measured so far, which takes seconds of CPU: nothing may be under load.
 * @param {Pick<import('../../setup/command.js').Command, 'root'>} command
 * @param {string} dir of the bundle
 * @returns {string} lines for the terminal: the verdicts so far, what the budget will give, where the report is
 */
export function reportSoFar({ root }, dir) {
  try {
    const { figures } = writeReport(dir);
    const outlook = outlookOf(figures);
    return [
      `\n${soFarText(figures.run)}:`,
      ...verdictLines(figures),
      ...(outlook === null ? [] : [outlookText(outlook)]),
      `report: ${reportPath(root, dir)}\n`,
    ].join('\n');
  } catch (error) {
    // The rest of the run is worth more than a report that it writes again at its end.
    return `no report so far: ${/** @type {Error} */ (error).message}`;
  }
}

/** @param {string} root of the checkout @param {string} dir of the bundle @returns {string} */
export function reportPath(root, dir) {
  return path.relative(root, path.join(dir, 'report.html'));
}
