import { fixed, plural } from '../../../util/text.js';
import { noteText } from '../notes.js';

/** Of findings about a whole run. */

/** @typedef {'stand-in' | 'few-rounds' | 'closed-loop' | 'settings' | 'far-database' | 'cpu-quota'} RunKind */
/** @typedef {'files-missing' | 'uncommitted' | 'note'} LastKind */

/** @type {{ [K in RunKind]: import('./index.js').WordsOf<K> }} */
export const RUN_WORDS = {
  'stand-in': {
    caveat: (found) => ({ title: 'Measured with a stand-in.', text: '', items: found.map(({ note }) => noteText(note)) }),
  },
  'few-rounds': {
    caveat: ([finding]) => ({
      title: fewRounds(finding),
      text: `The sample consists of rounds, not of requests. ${
        finding.isSingle ? 'One round shows no spread.' : 'The range of the rounds beside each figure is not an interval.'
      } A verdict needs at least ${finding.needed} rounds.`,
      items: [],
    }),
  },
  'closed-loop': {
    caveat: () => ({
      title: 'These percentiles are not "latency at a given load".',
      text:
        'The load is a closed loop: each virtual user waits for its answer before it sends the next request. A slow target therefore gets fewer ' +
        'requests, and its percentiles look better than at a fixed arrival rate (coordinated omission). Read them as the shape of saturation.',
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
  'cpu-quota': {
    caveat: ([{ periodMs }]) => ({
      title: 'p95 and p99 reflect the CPU quota as much as the target.',
      text: `The kernel grants the CPU quota in periods of ${fixed(periodMs, 0)} ms. A target that has used up its share waits for the next period, whatever its stack.`,
      items: [],
    }),
  },
};

/** What stands at the end of the box. @type {{ [K in LastKind]: import('./index.js').WordsOf<K> }} */
export const LAST_WORDS = {
  'files-missing': {
    caveat: (found, { where }) => ({
      title: `${plural(found.length, 'part')} of the run with missing or broken files.`,
      text: 'Figures made from these files are absent.',
      items: found.map((each) => `${where(each)}: ${each.files.join('; ')}`),
    }),
  },
  uncommitted: {
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

/** @param {import('../../../analyse/findings/types.js').FewRounds} finding */
function fewRounds({ least, most, needed }) {
  const range = `${least < most ? `${least} to ` : ''}${plural(most, 'round')}`;
  if (most < needed) return `Indicative: ${range}, no verdict.`;
  return `Indicative in part: ${range}, no verdict with fewer than ${needed}.`;
}
