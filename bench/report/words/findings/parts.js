import { sum } from '../../../util/math.js';
import { count, percent, plural } from '../../../util/text.js';
import { othersText } from '../notes.js';
import { voidName, voidText } from '../void.js';

/**
 * Of findings about cells, sequences and slices: what went wrong in them. The findings of one call have one scope.
 *
 * @typedef {import('../names.js').Names} Names
 * @typedef {'failed' | 'void' | 'cell-disturbed' | 'pending' | 'failed-requests' | 'check-failed' | 'no-live-data'} PartKind
 */

/** @type {{ [K in PartKind]: import('./index.js').WordsOf<K> }} */
export const PART_WORDS = {
  failed: {
    caveat: (found, { where }) => ({
      title: `${partsText(found)} failed.`,
      text: isOfCells(found) ? 'Failed cells are in no figure and no chart below.' : 'Blocks of a failed sequence are in no figure below.',
      items: found.map((each) => `${where(each)}: ${each.reason ?? 'no reason recorded'}`),
    }),
  },
  void: {
    caveat: (found, names) => ({
      title: `${plural(partsIn(found), `${nounOf(found)} is`, `${nounOf(found)}s are`)} void.`,
      text: isOfCells(found)
        ? 'Void cells decide nothing. Their figures are shown, marked as void, only where a target has no other cells in a scenario.'
        : 'A void slice decides nothing about throughput. If other processes alone disturbed it, its CPU per request may still count.',
      items: found.map((each) => {
        const why = each.scope === 'cell' ? each.reasons.map(voidText).join('; ') : voidSlicesText(each, names);
        return `${names.where(each)}: ${why}`;
      }),
    }),
    doubt: (found) => {
      const which = `${plural(partsIn(found), nounOf(found))} of this scenario ${partsIn(found) === 1 ? 'is' : 'are'} void`;
      return isOfCells(found) ? `${which} and decided nothing.` : `${which}.`;
    },
  },
  'cell-disturbed': {
    caveat: (found, { where }) => ({
      title: `Other processes did not change ${plural(found.length, 'cell')}.`,
      text: 'Their throughput is what arithmetic predicts at every number of users, so they count.',
      items: found.map((each) => `${where(each)}: ${voidText(each.by)}`),
    }),
  },
  pending: {
    caveat: (found, { where }) => ({
      title: `${partsText(found)} not measured.`,
      text: 'The run is not finished.',
      items: isOfCells(found)
        ? [...new Set(found.map(({ scenario }) => scenario))].map((name) => {
            return `${name}: ${plural(found.filter(({ scenario }) => scenario === name).length, 'cell')}`;
          })
        : found.map(where),
    }),
  },
  'failed-requests': {
    caveat: (found, { where }) => ({
      title: isOfCells(found)
        ? `${plural(found.length, 'cell')} with failed requests.`
        : `Requests failed in slices of ${plural(found.length, 'target')}.`,
      text: 'Throughput and latency count successful requests only.',
      items: found.map((each) => {
        const { failed, requests } = each;
        const within = each.scope === 'target' ? `, in ${plural(each.slices, 'slice')}` : '';
        return `${where(each)}: ${count(failed)} of ${count(requests)} requests failed (${percent(failed / requests)})${within}`;
      }),
    }),
  },
  'check-failed': {
    caveat: (found, { where }) => ({
      title: `${plural(found.length, 'check')}${isOfCells(found) ? '' : ' of sequences'} failed.`,
      text: 'These checks concern the measurement itself.',
      items: found.map((each) => `${where(each)}: ${each.name} (${each.detail})`),
    }),
  },
  'no-live-data': {
    caveat: (found, { where }) => ({
      title: `${plural(partsIn(found), nounOf(found))} without live data in InfluxDB.`,
      text: 'The figures of this report come from the files of the bundle and are not affected.',
      items: found.map((each) => (each.scope === 'cell' ? where(each) : `${where(each)}: ${each.slices} of ${each.of}`)),
    }),
  },
};

/** @param {{ scope: string }[]} found */
export function isOfCells(found) {
  return found[0].scope === 'cell';
}

/** @param {{ scope: string }[]} found @returns {string} '2 cells', '1 sequence of blocks' */
export function partsText(found) {
  return isOfCells(found) ? plural(found.length, 'cell') : plural(found.length, 'sequence of blocks', 'sequences of blocks');
}

/** @param {{ scope: string }[]} found */
function nounOf(found) {
  return isOfCells(found) ? 'cell' : 'slice';
}

/** @param {{ scope: string, slices?: number }[]} found @returns {number} cells, or slices in all */
function partsIn(found) {
  return sum(found.map(({ slices = 1 }) => slices));
}

/** @param {import('../../../analyse/findings/types.js').VoidSlices} finding @param {Names} names @returns {string} '3 of 15 slices (other processes: chrome 18 %, idea 12 %); CPU per request counts in 2 of them' */
function voidSlicesText({ slices, of, cpuCounts, reasons, others }, { machine }) {
  const who = others.length > 0 ? `: ${othersText(others, machine)}` : '';
  const why = reasons.map(({ reason, slices: times }) => {
    const name = times < slices ? `${voidName(reason)} in ${times}` : voidName(reason);
    return reason.kind === 'other processes' ? `${name}${who}` : name;
  });
  const counts = cpuCounts === 0 ? '' : `; CPU per request counts${cpuCounts < slices ? ` in ${cpuCounts} of them` : ''}`;
  return `${slices} of ${plural(of, 'slice')} (${why.join('; ')})${counts}`;
}
