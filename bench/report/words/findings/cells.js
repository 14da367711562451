import { COMPILING } from '../../../analyse/cell/steady.js';
import { MUCH_GC } from '../../../analyse/findings/cells.js';
import { TOLERANCE } from '../../../analyse/cell/littles-law.js';
import { count, fixed, list, percent, plural } from '../../../util/text.js';
import { voidText } from '../void.js';

/**
 * Of findings about single cells.
 *
 * @typedef {import('../../../analyse/findings/types.js').OfCell} OfCell
 * @typedef {import('../names.js').Names} Names
 * @typedef {Extract<import('../../../analyse/findings/types.js').Finding, OfCell>['kind']} CellKind
 */

/** @type {{ [K in CellKind]: import('./index.js').WordsOf<K> }} */
export const CELL_WORDS = {
  'cell-failed': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'cell')} failed.`,
      text: 'Failed cells are in no figure and no chart below.',
      items: found.map((each) => `${cell(each)}: ${each.reason ?? 'no reason recorded'}`),
    }),
  },
  'cell-void': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'cell is', 'cells are')} void.`,
      text: 'Void cells decide nothing. Their figures are shown, marked as void, only where a target has no other cells in a scenario.',
      items: found.map((each) => `${cell(each)}: ${each.reasons.map(voidText).join('; ')}`),
    }),
    doubt: (found) => `${plural(found.length, 'cell')} of this scenario ${found.length === 1 ? 'is' : 'are'} void and decided nothing.`,
  },
  'cell-disturbed': {
    caveat: (found, { cell }) => ({
      title: `Other processes did not change ${plural(found.length, 'cell')}.`,
      text: 'Their throughput is what arithmetic predicts at every number of users, so they count.',
      items: found.map((each) => `${cell(each)}: ${voidText(each.by)}`),
    }),
  },
  'cell-pending': {
    caveat: (found) => ({
      title: `${plural(found.length, 'cell')} not measured.`,
      text: 'The run is not finished.',
      items: [...new Set(found.map(({ scenario }) => scenario))].map((name) => {
        return `${name}: ${plural(found.filter(({ scenario }) => scenario === name).length, 'cell')}`;
      }),
    }),
  },
  'failed-requests': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'cell')} with failed requests.`,
      text: 'Throughput and latency count successful requests only.',
      items: found.map((each) => {
        const { failed, requests } = each;
        return `${cell(each)}: ${count(failed)} of ${count(requests)} requests failed (${percent(failed / requests)})`;
      }),
    }),
  },
  'check-failed': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'check')} failed.`,
      text: 'These checks concern the measurement itself.',
      items: found.map((each) => `${cell(each)}: ${each.name} (${each.detail})`),
    }),
  },
  'no-live-data': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'cell')} without live data in InfluxDB.`,
      text: 'The figures of this report come from the files of the bundle and are not affected.',
      items: found.map(cell),
    }),
  },
  'never-steady': {
    caveat: (found, { cell }) => {
      const own = found.filter(({ isWarmedUp }) => isWarmedUp);
      if (own.length === 0) return null;
      return {
        title: `${plural(own.length, 'warm-up')} never became steady.`,
        text: 'When the time for it was up, the JIT compilers were still at work.',
        items: own.map(cell),
      };
    },
    doubt: (found, names) => inRounds('Never steady in the warm-up', found, names),
  },
  'still-rising': {
    caveat: (found, { cell }) => ({
      title: `Throughput was still rising on the last plateau in ${plural(found.length, 'cell')}.`,
      text: 'The throughput reported there is too low, by as much as it would still have risen.',
      items: found.map(cell),
    }),
    doubt: (found, names) => inRounds('Still rising on the last plateau', found, names),
  },
  'compilers-at-work': {
    caveat: (found, { cell }) => ({
      title: `Compilers were at work on the last plateau in ${plural(found.length, 'cell')}.`,
      text:
        `They took more than ${percent(COMPILING)} of the time, on a CPU or waiting for one. ` +
        'Until they are done, code is slow and they take CPU from the target’s limit, so the throughput reported is probably too low.',
      items: found.map((each) => `${cell(each)}: ${percent(each.compilingShare)}`),
    }),
    doubt: (found, names) => inRounds('Compilers at work on the last plateau', found, names),
  },
  'gc-pauses': {
    caveat: (found, { cell }) => ({
      title: `Pauses for garbage collection took more than ${percent(MUCH_GC)} of the last plateau in ${plural(found.length, 'cell')}.`,
      text:
        'A target answers nothing during a pause, so its throughput and latency there depend on heap size and collector. The JVM counts elapsed time, ' +
        'including waits for CPU.',
      items: found.map((each) => `${cell(each)}: ${percent(each.gcPauseShare)}`),
    }),
    doubt: (found, names) => inRounds(`Pauses for garbage collection took more than ${percent(MUCH_GC)} of the last plateau`, found, names),
  },
  'littles-law-off': {
    caveat: (found, { pair }) => ({
      title: `Little's law is off by more than ${percent(TOLERANCE)} on ${plural(found.length, 'plateau')} without an explanation.`,
      text: 'Treat this as a measurement error until it is explained.',
      items: found.map((each) => `${pair(each)} at ${each.vus} VUs: the law gives ${fixed(each.users, 1)} users`),
    }),
    doubt: (found, names) => inRounds("Little's law is off without an explanation", found, names),
  },
  'files-missing': {
    caveat: (found, { cell }) => ({
      title: `${plural(found.length, 'cell')} with missing or broken files.`,
      text: 'Figures made from these files are absent.',
      items: found.map((each) => `${cell(each)}: ${each.files.join('; ')}`),
    }),
  },
};

/**
 * @param {string} what
 * @param {OfCell[]} found in the order of the targets
 * @param {Names} names
 */
function inRounds(what, found, { label }) {
  const targets = new Set(found.map(({ target }) => target));
  return `${what}: ${list([...targets].map((target) => `${label(target)} in 1 of 1 round`))}.`;
}
