/** What a run says between two rounds. */
import path from 'node:path';
import { writeReport } from '../../report/index.ts';
import { verdictLines } from '../../report/last-lines.ts';
import { outlookText, soFarText } from '../../report/words/ratios/outlook.ts';
import { outlookOf } from './outlook.ts';
import type { Command } from '../../setup/command.ts';

/**
 * Writes the report of what is measured so far, which takes seconds of CPU: nothing may be under load.
 * @param dir of the bundle
 * @returns lines for the terminal: the verdicts so far, what the budget will give, where the report is
 */
export function reportSoFar({ root }: Pick<Command, 'root'>, dir: string): string {
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
    return `no report so far: ${(error as Error).message}`;
  }
}

/** @param root of the checkout @param dir of the bundle */
export function reportPath(root: string, dir: string): string {
  return path.relative(root, path.join(dir, 'report.html'));
}
