import { generatorCores, othersShare } from '../../analyse/slice/shares.js';
import { csvField } from '../../util/csv.js';
import { absenceText } from '../words/absence.js';
import { discardText } from '../words/discarded.js';

/**
 * slices.csv, a row per slice. Quoted as in RFC 4180; a figure that is not there is an empty field.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {import('../../analyse/types.js').StageFigures} StageFigures
 * @typedef {{ run: Figures['run'], order: number, slice: SliceFigures, stage: StageFigures, others: number | null }} SliceRow `others`: share of the machine
 */

/**
 * @template R
 * @typedef {[name: string, value: (row: R) => string | number | null | undefined, digits?: number]} CsvColumn
 */

/** @type {CsvColumn<SliceRow>[]} */
const OF_SLICES = [
  ['run', ({ run }) => run.id],
  ['scenario', ({ slice }) => slice.scenario],
  ['round', ({ slice }) => slice.round],
  ['number', ({ slice }) => slice.number],
  ['attempt', ({ slice }) => slice.attempt],
  ['order', ({ order }) => order],
  ['block', ({ slice }) => slice.block],
  ['slice', ({ slice }) => slice.slice],
  ['target', ({ slice }) => slice.target],
  ['vus', ({ stage }) => stage.vus],
  ['start', ({ slice }) => new Date(slice.startMs).toISOString()],
  ['successes', ({ stage }) => stage.successes],
  ['failures', ({ stage }) => stage.failures],
  ['plateau_s', ({ stage }) => stage.plateauSeconds],
  ['plateau_successes', ({ stage }) => stage.plateauSuccesses],
  ['rps', ({ stage }) => stage.rps, 3],
  ['latency_p50_ms', ({ stage }) => stage.latency.p50, 3],
  ['latency_p95_ms', ({ stage }) => stage.latency.p95, 3],
  ['latency_p99_ms', ({ stage }) => stage.latency.p99, 3],
  ['cpu_cores', ({ stage }) => stage.cpuCores, 4],
  ['cpu_s_per_1000', ({ stage }) => stage.cpuPer1000, 5],
  ['threads_max', ({ stage }) => stage.threadsMax],
  ['heap_max_bytes', ({ stage }) => stage.heapMaxBytes],
  ['rss_max_bytes', ({ stage }) => stage.rssMaxBytes],
  ['throttled_share', ({ stage }) => stage.throttledShare, 4],
  ['compiling_share', ({ stage }) => stage.compilingShare, 4],
  ['gc_pause_share', ({ stage }) => stage.gcPauseShare, 4],
  ['generator_cpu_cores', ({ stage }) => generatorCores(stage.processCores), 4],
  ['database_cpu_cores', ({ stage }) => stage.processCores.database, 4],
  ['downstream_cpu_cores', ({ stage }) => stage.processCores.downstream, 4],
  ['downstream_mean_ms', ({ slice }) => slice.downstream?.meanMs, 3],
  ['database_rtt_ms', ({ slice }) => slice.databaseRttMs, 3],
  ['idle_targets_cpu_cores', ({ slice }) => slice.idleCores, 4],
  ['others_share', ({ others }) => others, 4],
  ['requests_k6', ({ slice }) => slice.counts.k6],
  ['requests_hlog', ({ slice }) => slice.counts.hlog],
  ['requests_influx', ({ slice }) => slice.counts.influx],
  ['scrapes_expected', ({ slice }) => slice.scrapes.expected],
  ['scrapes_ok', ({ slice }) => slice.scrapes.ok],
  ['limiter', ({ slice }) => slice.bottleneck?.kind],
  ['littles_law_users', ({ slice }) => slice.littlesLaw?.users, 1],
  ['between_requests_share', ({ slice }) => slice.littlesLaw?.betweenRequests, 4],
  ['warmup_steady', ({ slice }) => words(slice.steady)],
  ['cpu_counts', ({ slice }) => words(slice.cpuCounts)],
  ['discarded', ({ slice }) => slice.discardedFor.map(discardText).join('; ')],
  ['missing', ({ stage }) => absentTexts(stage).join('; ')],
];

/** @param {Pick<Figures, 'run' | 'parts'>} figures @returns {string} */
export function slicesCsv({ run, parts }) {
  const rows = parts.flatMap(({ planned: { order }, slices }) => {
    const watched = [...new Set(slices.flatMap(({ stage }) => Object.keys(stage.processCores)))];
    return slices.map((slice) => ({ run, order, slice, stage: slice.stage, others: shareOfOthers(run, slice, watched) }));
  });
  return csvOf(OF_SLICES, rows);
}

/** @param {Figures['run']} run @param {SliceFigures} slice @param {string[]} watched processes of its part @returns {number | null} null where one was not recorded */
function shareOfOthers(run, { stage: { processCores } }, watched) {
  return watched.includes('machine') && watched.every((process) => process in processCores)
    ? othersShare(processCores, watched, run)
    : null;
}

/** @template R @param {CsvColumn<R>[]} columns @param {R[]} rows @returns {string} with a header */
export function csvOf(columns, rows) {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, value, digits]) => field(value(row), digits)))];
  return lines.map((line) => line.join(',') + '\r\n').join('');
}

/** @param {StageFigures} stage @returns {string[]} figures that are not there, and why */
function absentTexts({ absent }) {
  return Object.entries(absent).map(([name, why]) => `${name}: ${absenceText(why)}`);
}

/** @param {boolean | null} known */
function words(known) {
  return known === null ? null : String(known);
}

/** @param {string | number | null | undefined} value @param {number} [digits] */
function field(value, digits) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return csvField(asText(value));
  return csvField(digits === undefined ? String(value) : value.toFixed(digits));
}

/** A spreadsheet takes such a text of a bundle for a formula, which may open a page or start a program (OWASP, 'CSV Injection'). @param {string} value */
function asText(value) {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
