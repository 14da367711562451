/** At the top of a page: what the run asks, how its plot is read, and whether it may be trusted. */
import { list, plural } from '../../../util/text.ts';
import { valuesText } from '../../sweep.ts';
import { needsText } from './outlook.ts';
import type { Run } from '../../../record/run.ts';
import type { Note } from '../../../record/json/notes.ts';

/** A run whose targets are all among these asks that; the first one that fits. */
const QUESTIONS = {
  'Platform threads or virtual threads?': ['mvc', 'mvc-vt'],
  'Platform threads, virtual threads or WebFlux?': ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'],
  'JDBC or R2DBC?': ['mvc', 'mvc-r2dbc', 'webflux-jdbc', 'webflux-r2dbc', 'webflux-jdbc-vt'],
  'JPA or JdbcClient?': ['mvc', 'mvc-vt', 'mvc-jpa', 'mvc-jpa-vt', 'webflux-jpa'],
  'Tomcat or Jetty?': ['mvc', 'mvc-vt', 'mvc-jetty', 'mvc-jetty-vt'],
  'Several calls at once: which stack?': [
    ...['mvc', 'mvc-vt', 'mvc-futures', 'mvc-vt-scope'],
    ...['webflux-jdbc', 'webflux-r2dbc', 'webflux-coroutines'],
  ],
};

/** @param targets at least one @returns a question; how many stacks there are, where nobody has put one */
export function questionOf(targets: string[]): string {
  const found = Object.entries(QUESTIONS).find(([, known]) => targets.every((target) => known.includes(target)));
  return targets.length > 1 && found ? found[0] : `${plural(targets.length, 'Spring stack')} under load`;
}

export function headingOf({ targets, calibrates, sweep, catalogue }: Pick<Run, 'targets' | 'calibrates' | 'sweep' | 'catalogue'>): string {
  if (sweep) return `${list(sweep.targets)} with ${valuesText(sweep)}`;
  if (catalogue.own) return `${plural(targets.length, 'variant')} of a service under load`;
  return calibrates ? `${calibrates} against itself` : questionOf(targets);
}

/** Below the plot. */
export const HOW_TO_READ =
  'Line: 95 % interval, or dotted the range of the rounds. Coloured: a difference was shown. Grey: none was shown; not significant: its interval excludes 1, but among so many comparisons that may be chance. Hatched: discarded. Arrow: beyond the axis.';

const TRUST = { green: 'Nothing speaks against this run.', amber: 'With care:', red: 'Do not decide from this run:' };

/** May this run be trusted?
 * @returns 'With care: rounds differ by more than 30 % for 3 targets. (7 doubts; 3 of 144 slices discarded; ±10 % needs about 70 minutes more)' */
export function trustText(
  { light, why: [first, ...others] }: { light: keyof typeof TRUST; why: string[] },
  { doubts, slices, discardedSlices }: { doubts: number; slices: number; discardedSlices: number },
  notes: Note[],
): string {
  const reason = first ? ` ${first[0].toLowerCase()}${first.slice(1)}` : '';
  const more = others.length > 0 ? ` And ${others.length} more.` : '';
  const facts = [
    plural(doubts, 'doubt'),
    ...(discardedSlices > 0 && !first?.endsWith('discarded.') ? [`${discardedSlices} of ${plural(slices, 'slice')} discarded`] : []),
    ...notes.flatMap((note) => (note.kind === 'rounds-ended' && note.needs ? [needsText(note.needs)] : [])),
  ];
  return `${TRUST[light]}${reason}${more} (${facts.join('; ')})`;
}
