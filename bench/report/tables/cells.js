import { sum } from '../../util/math.js';
import { count, number } from '../../util/text.js';
import { namesOf } from '../words/names.js';
import { voidText } from '../words/void.js';

/**
 * How each cell and each sequence of blocks was measured.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {import('./figures.js').Table} Table
 */

/** @param {Figures} figures @returns {Table} one row per cell: how it was measured */
export function cellsTable(figures) {
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
  return {
    caption: 'Every cell, in order of execution',
    columns: [
      numeric('Order', ''),
      { head: 'Cell', rowHead: true },
      { head: 'State' },
      numeric('k6', 'requests'),
      numeric('http.hlog', 'requests'),
      numeric('InfluxDB', 'requests'),
      { head: 'Counts' },
      numeric('After the last stage', 'requests'),
      numeric('Scrapes', 'of expected'),
      numeric('Slowest scrape', 'ms'),
      { head: 'Warm-up' },
      { head: 'JVM restarted before' },
      { head: 'Why void, failed or in doubt' },
    ],
    rows: figures.cells.map((cellFigures) => {
      const { planned, state, reason, cell, afterLastStage, missing, voids } = cellFigures;
      const failedChecks = (cell?.checks ?? []).filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
      return [
        { text: count(planned.order) },
        { text: namesOf(figures.run).cell(planned), target: planned.target },
        { text: voids.length > 0 ? 'void' : state },
        { text: count(cell?.counts?.k6) },
        { text: count(cell?.counts?.hlog) },
        { text: count(cell?.counts?.influx) },
        { text: agreementText(countsAgree(cellFigures)) },
        { text: count(afterLastStage && afterLastStage.successes + afterLastStage.failures) },
        { text: cell?.scrapes ? `${cell.scrapes.ok} of ${cell.scrapes.expected}` : '–' },
        { text: number(cell?.scrapes?.slowestMs) },
        { text: cell?.warmup ? `${number(cell.warmup.seconds)} s${steadyWords(cell.warmup.steady)}` : '' },
        { text: cell?.jvm?.restartedBefore ?? '' },
        { text: [reason, ...voids.map(voidText), ...failedChecks, ...missing].filter(Boolean).join('; ') },
      ];
    }),
  };
}

/** @param {Pick<Figures, 'run' | 'sequences'>} figures @returns {Table | null} one row per sequence; null of a run without blocks */
export function sequencesTable({ run, sequences }) {
  if (sequences.length === 0) return null;
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
  return {
    caption: 'Every sequence of blocks, in order of execution',
    columns: [
      numeric('Order', ''),
      { head: 'Sequence', rowHead: true },
      { head: 'State' },
      numeric('Blocks', ''),
      numeric('Void', 'slices'),
      numeric('k6', 'requests'),
      numeric('http.hlog', 'requests'),
      numeric('InfluxDB', 'requests'),
      { head: 'Counts of each slice' },
      numeric('Scrapes', 'of expected'),
      { head: 'Warm-ups' },
      { head: 'JVM restarted before' },
      { head: 'Why failed or in doubt' },
    ],
    rows: sequences.map(({ planned, state, reason, sequence, slices, missing }) => {
      const failedChecks = (sequence?.checks ?? []).filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
      const total = (/** @type {(slice: SliceFigures) => number} */ value) => (slices.length > 0 ? sum(slices.map(value)) : null);
      const asked = slices.length > 0 && slices.every(({ counts }) => counts.influx !== null);
      return [
        { text: count(planned.order) },
        { text: namesOf(run).sequence(planned) },
        { text: state },
        { text: count(planned.blocks.length) },
        { text: slices.length > 0 ? `${slices.filter(({ voids }) => voids.length > 0).length} of ${slices.length}` : '–' },
        { text: count(total(({ counts }) => counts.k6)) },
        { text: count(total(({ counts }) => counts.hlog)) },
        { text: count(asked ? total(({ counts }) => counts.influx ?? 0) : null) },
        { text: agreementText(slices.length > 0 ? slices.every(sliceCountsAgree) : null) },
        { text: slices.length > 0 ? `${total(({ scrapes }) => scrapes.ok)} of ${total(({ scrapes }) => scrapes.expected)}` : '–' },
        { text: warmUpsText(sequence?.warmups ?? {}) },
        { text: restartsText(sequence?.jvms ?? {}) },
        { text: [reason, ...failedChecks, ...missing].filter(Boolean).join('; ') },
      ];
    }),
  };
}

/** @param {import('../../record/sequence.js').Sequence['warmups']} warmups @returns {string} '4: 24.0 to 40.0 s, never steady: mvc' */
function warmUpsText(warmups) {
  const made = Object.entries(warmups);
  if (made.length === 0) return '';
  const seconds = made.map(([, warmup]) => warmup.seconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map(number);
  const unsteady = made.flatMap(([target, { steady }]) => (steady === false ? [target] : []));
  const never = unsteady.length > 0 ? `, never steady: ${unsteady.join(', ')}` : '';
  return `${made.length}: ${least === most ? least : `${least} to ${most}`} s${never}`;
}

/** @param {import('../../record/sequence.js').Sequence['jvms']} jvms */
function restartsText(jvms) {
  return Object.entries(jvms)
    .flatMap(([target, { restartedBefore }]) => (restartedBefore === null ? [] : [`${target}: ${restartedBefore}`]))
    .join('; ');
}

/** @param {boolean | null} agree null: nothing was counted */
function agreementText(agree) {
  if (agree === null) return '–';
  return agree ? 'equal' : 'differ';
}

/** @param {SliceFigures} slice */
function sliceCountsAgree({ counts: { k6, hlog, influx } }) {
  return k6 === hlog && (influx === null || influx === k6);
}

/**
 * @param {import('../../analyse/types.js').CellFigures} cell
 * @returns {boolean | null} do k6, http.hlog (as counted then and as read now) and InfluxDB agree; null where nothing was counted
 */
function countsAgree({ cell, hlogTotal }) {
  if (!cell?.counts) return null;
  const { k6, hlog, influx } = cell.counts;
  const known = [k6, hlog, influx, hlogTotal].filter((each) => each !== null);
  return known.every((each) => each === known[0]);
}

/** @param {boolean | undefined} steady undefined: no warm-up */
function steadyWords(steady) {
  if (steady === undefined) return '';
  return steady ? ', steady' : ', never steady';
}
