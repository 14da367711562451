import { present, sum } from '../../util/math.js';
import { count, number } from '../../util/text.js';
import { namesOf } from '../words/names.js';
import { voidText } from '../words/void.js';
import { tableOf } from './table.js';

/**
 * How each cell and each sequence of blocks was measured.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {import('./table.js').Table} Table
 */

/** @param {Figures} figures @returns {Table} one row per cell */
export function cellsTable({ run, cells }) {
  const names = namesOf(run);
  return tableOf('Every cell, in order of execution', cells, [
    { head: 'Order', numeric: true, of: ({ planned }) => count(planned.order) },
    { head: 'Cell', rowHead: true, of: ({ planned }) => ({ text: names.where(planned), target: planned.target }) },
    { head: 'State', of: ({ state, voids }) => (voids.length > 0 ? 'void' : state) },
    { head: 'k6', unit: 'requests', numeric: true, of: ({ cell }) => count(cell?.counts?.k6) },
    { head: 'http.hlog', unit: 'requests', numeric: true, of: ({ cell }) => count(cell?.counts?.hlog) },
    { head: 'InfluxDB', unit: 'requests', numeric: true, of: ({ cell }) => count(cell?.counts?.influx) },
    {
      head: 'Counts',
      of: ({ cell, hlogTotal }) => agreementText(cell?.counts ? [[cell.counts.k6, cell.counts.hlog, cell.counts.influx, hlogTotal]] : []),
    },
    {
      ...{ head: 'After the last stage', unit: 'requests', numeric: true },
      of: ({ afterLastStage }) => count(afterLastStage && afterLastStage.successes + afterLastStage.failures),
    },
    { head: 'Scrapes', unit: 'of expected', numeric: true, of: ({ cell }) => scrapesText(present([cell?.scrapes])) },
    { head: 'Slowest scrape', unit: 'ms', numeric: true, of: ({ cell }) => number(cell?.scrapes?.slowestMs) },
    { head: 'Warm-up', of: ({ cell }) => (cell?.warmup ? `${number(cell.warmup.seconds)} s${steadyWords(cell.warmup.steady)}` : '') },
    { head: 'JVM restarted before', of: ({ cell }) => cell?.jvm?.restartedBefore ?? '' },
    {
      head: 'Why void, failed or in doubt',
      of: ({ reason, voids, cell, missing }) => joined([reason, ...voids.map(voidText), ...failedChecks(cell), ...missing]),
    },
  ]);
}

/** @param {Pick<Figures, 'run' | 'sequences'>} figures @returns {Table | null} one row per sequence; null of a run without blocks */
export function sequencesTable({ run, sequences }) {
  if (sequences.length === 0) return null;
  const names = namesOf(run);
  const total = (/** @type {SliceFigures[]} */ slices, /** @type {'k6' | 'hlog' | 'influx'} */ counter) => {
    const counts = present(slices.map(({ counts: { [counter]: counted } }) => counted));
    return count(slices.length > 0 && counts.length === slices.length ? sum(counts) : null);
  };
  return tableOf('Every sequence of blocks, in order of execution', sequences, [
    { head: 'Order', numeric: true, of: ({ planned }) => count(planned.order) },
    { head: 'Sequence', rowHead: true, of: ({ planned }) => names.where(planned) },
    { head: 'State', of: ({ state }) => state },
    { head: 'Blocks', numeric: true, of: ({ planned }) => count(planned.blocks.length) },
    {
      ...{ head: 'Void', unit: 'slices', numeric: true },
      of: ({ slices }) => (slices.length > 0 ? `${slices.filter(({ voids }) => voids.length > 0).length} of ${slices.length}` : '–'),
    },
    { head: 'k6', unit: 'requests', numeric: true, of: ({ slices }) => total(slices, 'k6') },
    { head: 'http.hlog', unit: 'requests', numeric: true, of: ({ slices }) => total(slices, 'hlog') },
    { head: 'InfluxDB', unit: 'requests', numeric: true, of: ({ slices }) => total(slices, 'influx') },
    {
      head: 'Counts of each slice',
      of: ({ slices }) => agreementText(slices.map(({ counts: { k6, hlog, influx } }) => [k6, hlog, influx])),
    },
    { head: 'Scrapes', unit: 'of expected', numeric: true, of: ({ slices }) => scrapesText(slices.map(({ scrapes }) => scrapes)) },
    { head: 'Warm-ups', of: ({ sequence }) => warmUpsText(sequence?.warmups ?? {}) },
    { head: 'JVM restarted before', of: ({ sequence }) => restartsText(sequence?.jvms ?? {}) },
    {
      head: 'Why failed or in doubt',
      of: ({ reason, sequence, missing }) => joined([reason, ...failedChecks(sequence), ...missing]),
    },
  ]);
}

/** @param {{ checks?: { name: string, ok: boolean, detail: string }[] } | null} record */
function failedChecks(record) {
  return (record?.checks ?? []).filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
}

/** @param {(string | null)[]} reasons */
function joined(reasons) {
  return reasons.filter(Boolean).join('; ');
}

/** @param {(number | null)[][]} counts what several counted of the same: null is no count; none where nothing was counted */
function agreementText(counts) {
  if (counts.length === 0) return '–';
  return counts.every((each) => new Set(present(each)).size < 2) ? 'equal' : 'differ';
}

/** @param {{ ok: number, expected: number }[]} scrapes */
function scrapesText(scrapes) {
  return scrapes.length > 0 ? `${sum(scrapes.map(({ ok }) => ok))} of ${sum(scrapes.map(({ expected }) => expected))}` : '–';
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

/** @param {boolean | undefined} steady undefined: no warm-up */
function steadyWords(steady) {
  if (steady === undefined) return '';
  return steady ? ', steady' : ', never steady';
}
