import { plural } from '../../../util/text.js';

/**
 * Of findings about sequences of blocks.
 *
 * @typedef {import('../../../analyse/findings/types.js').OfSequence} OfSequence
 * @typedef {Extract<import('../../../analyse/findings/types.js').Finding, OfSequence>['kind']} SequenceKind
 */

/** @type {{ [K in SequenceKind]: import('./index.js').WordsOf<K> }} */
export const SEQUENCE_WORDS = {
  'sequence-failed': {
    caveat: (found, { sequence }) => ({
      title: `${sequences(found.length)} failed.`,
      text: 'Blocks of a failed sequence are in no figure below.',
      items: found.map((each) => `${sequence(each)}: ${each.reason ?? 'no reason recorded'}`),
    }),
  },
  'sequence-pending': {
    caveat: (found, { sequence }) => ({
      title: `${sequences(found.length)} not measured.`,
      text: 'The run is not finished.',
      items: found.map(sequence),
    }),
  },
  'sequence-check-failed': {
    caveat: (found, { sequence }) => ({
      title: `${plural(found.length, 'check')} of sequences failed.`,
      text: 'These checks concern the measurement itself.',
      items: found.map((each) => `${sequence(each)}: ${each.name} (${each.detail})`),
    }),
  },
  'sequence-files-missing': {
    caveat: (found, { sequence }) => ({
      title: `${sequences(found.length)} with missing or broken files.`,
      text: 'Figures made from these files are absent.',
      items: found.map((each) => `${sequence(each)}: ${each.files.join('; ')}`),
    }),
  },
};

/** @param {number} count */
function sequences(count) {
  return plural(count, 'sequence of blocks', 'sequences of blocks');
}
