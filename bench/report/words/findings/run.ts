import { fixed, plural } from '../../../util/text.ts';
import { noteText } from '../notes.ts';
import type { FindingOf } from '../../../analyse/findings/types.ts';
import type { WordsOf } from './index.ts';

/** Of findings about a whole run. */

type RunKind = 'stand-in' | 'few-rounds' | 'settings' | 'far-database' | 'mixed-cores';
type LastKind = 'files-missing' | 'uncommitted' | 'note';

export const RUN_WORDS: { [K in RunKind]: WordsOf<K> } = {
  'stand-in': {
    light: 'amber',
    caveat: (found) => ({ title: 'Measured with a stand-in.', text: '', items: found.map(({ note }) => noteText(note)) }),
  },
  'few-rounds': {
    light: ([{ most, needed }]) => (most < needed ? 'red' : 'amber'),
    caveat: ([finding]) => ({
      title: fewRounds(finding),
      text: `The sample consists of rounds, not of requests. ${
        finding.isSingle ? 'One round shows no spread.' : 'The range of the rounds beside each figure is not an interval.'
      } A verdict needs at least ${finding.needed} rounds.`,
      items: [],
    }),
  },
  settings: {
    caveat: ([{ title, name, targets }], { label }) => ({
      title: `${title} (SETTINGS=${name}).`,
      text: 'Threads and pools differ from those of other runs, and between targets:',
      items: Object.entries(targets).map(([target, variables]) => {
        const given = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
        return `${label(target)}: ${given.join(', ') || 'unchanged'}`;
      }),
    }),
  },
  'far-database': {
    caveat: ([{ rttMs, measuredMs }]) => ({
      title: `The round trip to the database takes ${rttMs} ms (DB_RTT_MS).`,
      text:
        measuredMs.length > 0
          ? `Pings through the proxy took ${fixed(Math.min(...measuredMs), 1)} to ${fixed(Math.max(...measuredMs), 1)} ms before the load. The delay is the same for both drivers.`
          : 'No ping was recorded.',
      items: [],
    }),
  },
  'mixed-cores': {
    light: 'amber',
    caveat: ([{ kinds }]) => ({
      title: `The machine has cores of ${plural(kinds.length, 'kind')} (${kinds.join(' + ')}).`,
      text: 'The same work takes longer on some of them, so slices scatter more. make doctor says how to use those of one kind.',
      items: [],
    }),
  },
};

/** What stands at the end of the box. */
export const LAST_WORDS: { [K in LastKind]: WordsOf<K> } = {
  'files-missing': {
    light: 'amber',
    caveat: (found, { where }) => ({
      title: `${plural(found.length, 'measurement')} of the run with missing or broken files.`,
      text: 'Figures made from these files are absent.',
      items: found.map((each) => `${where(each)}: ${each.files.join('; ')}`),
    }),
  },
  uncommitted: {
    light: 'amber',
    caveat: () => ({
      title: 'The checkout had uncommitted changes.',
      text: 'The commit above does not fully describe what was measured.',
      items: [],
    }),
  },
  note: {
    caveat: (found, { machine }) => ({
      title: 'Notes from the run:',
      text: '',
      items: found.map(({ note }) => noteText(note, machine)),
    }),
  },
};

function fewRounds({ least, most, needed }: FindingOf<'few-rounds'>) {
  const range = `${least < most ? `${least} to ` : ''}${plural(most, 'round')}`;
  if (most < needed) return `Indicative: ${range}, no verdict.`;
  return `Indicative in part: ${range}, no verdict with fewer than ${needed}.`;
}
