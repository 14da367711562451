import { lastLines } from '../report/last-lines.ts';
import { continuationText } from '../report/words/ratios/outlook.ts';
import { continuationOf } from './so-far/outlook.ts';
import type { Command } from '../setup/command.ts';
import type { Figures } from '../analyse/types.ts';

/**
 * Prints the last lines of a run: what failed, the verdicts, what is discarded, how the time was spent, and how much is ok.
 * @param figures of the whole run, as its report has them
 * @param continuing command that can add rounds to the run
 * @returns exit code: 0 if every part is ok, 1 if one failed; what is discarded ended well
 */
export function sumUp({ log, warn }: Pick<Command, 'log' | 'warn'>, figures: Figures, continuing?: string): number {
  const { warnings, lines } = lastLines(figures);
  for (const line of warnings) warn(line);
  for (const line of lines) log(line);
  const continuation = continuing ? continuationOf(figures) : null;
  if (continuing && continuation) log(continuationText(continuation, continuing));
  return warnings.length > 0 ? 1 : 0;
}
