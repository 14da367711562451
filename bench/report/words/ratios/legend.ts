import { plural } from '../../../util/text.ts';
import { needsText } from './outlook.ts';
import type { Note } from '../../../record/json/notes.ts';

/** Below the plot. */
export const HOW_TO_READ =
  'Line: 95 % interval, or dotted the range of the rounds. Coloured: a difference was shown. Grey: none was shown; not significant: its interval excludes 1, but among so many comparisons that may be chance. Hatched: discarded. Arrow: beyond the axis.';

const TRUST = { green: 'Nothing speaks against this run.', amber: 'With care:', red: 'Do not decide from this run:' };

/**
 * May this run be trusted?
 * @param notes of the run
 * @returns 'With care: rounds differ by more than 30 % for 3 targets. (7 doubts; 3 of 144 slices discarded; ±10 % needs about 70 minutes more)'
 */
export function trustText(
  { light, why: [first, ...others] }: { light: keyof typeof TRUST; why: string[] },
  { doubts, slices, discardedSlices }: { doubts: number; slices: number; discardedSlices: number },
  notes: Note[],
): string {
  const reason = first ? ` ${first[0].toLowerCase()}${first.slice(1)}` : '';
  const more = others.length > 0 ? ` And ${others.length} more.` : '';
  const facts = [
    plural(doubts, 'doubt'),
    ...(discardedSlices > 0 ? [`${discardedSlices} of ${plural(slices, 'slice')} discarded`] : []),
    ...notes.flatMap((note) => (note.kind === 'rounds-ended' && note.needs ? [needsText(note.needs)] : [])),
  ];
  return `${TRUST[light]}${reason}${more} (${facts.join('; ')})`;
}
