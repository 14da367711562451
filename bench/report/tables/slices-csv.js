import { generatorCores, othersShare } from '../../analyse/cell/shares.js';
import { voidText } from '../words/void.js';
import { absentTexts, csvOf, words } from './csv.js';

/**
 * slices.csv: one row per slice, like cells.csv.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {{ run: Figures['run'], order: number, slice: SliceFigures, others: number | null }} Row `others`: share of the machine
 */

/** @type {import('./csv.js').CsvColumn<Row>[]} */
const COLUMNS = [
  ['run', ({ run }) => run.id],
  ['scenario', ({ slice }) => slice.scenario],
  ['round', ({ slice }) => slice.round],
  ['part', ({ slice }) => slice.part],
  ['order', ({ order }) => order],
  ['block', ({ slice }) => slice.block],
  ['slice', ({ slice }) => slice.slice],
  ['target', ({ slice }) => slice.target],
  ['vus', ({ slice }) => slice.stage.vus],
  ['start', ({ slice }) => new Date(slice.startMs).toISOString()],
  ['successes', ({ slice }) => slice.stage.successes],
  ['failures', ({ slice }) => slice.stage.failures],
  ['plateau_s', ({ slice }) => slice.stage.plateauSeconds],
  ['plateau_successes', ({ slice }) => slice.stage.plateauSuccesses],
  ['rps', ({ slice }) => slice.stage.rps, 3],
  ['latency_p50_ms', ({ slice }) => slice.stage.latency.p50, 3],
  ['latency_p95_ms', ({ slice }) => slice.stage.latency.p95, 3],
  ['latency_p99_ms', ({ slice }) => slice.stage.latency.p99, 3],
  ['cpu_cores', ({ slice }) => slice.stage.cpuCores, 4],
  ['cpu_s_per_1000', ({ slice }) => slice.stage.cpuPer1000, 5],
  ['threads_max', ({ slice }) => slice.stage.threadsMax],
  ['heap_max_bytes', ({ slice }) => slice.stage.heapMaxBytes],
  ['rss_max_bytes', ({ slice }) => slice.stage.rssMaxBytes],
  ['throttled_share', ({ slice }) => slice.stage.throttledShare, 4],
  ['compiling_share', ({ slice }) => slice.stage.compilingShare, 4],
  ['gc_pause_share', ({ slice }) => slice.stage.gcPauseShare, 4],
  ['generator_cpu_cores', ({ slice }) => generatorCores(slice.stage.processCores), 4],
  ['database_cpu_cores', ({ slice }) => slice.stage.processCores.database, 4],
  ['downstream_cpu_cores', ({ slice }) => slice.stage.processCores.downstream, 4],
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
  ['cpu_counts', ({ slice }) => words(slice.cpuCounts)],
  ['void', ({ slice }) => slice.voids.map(voidText).join('; ')],
  ['missing', ({ slice }) => absentTexts(slice.stage).join('; ')],
];

/** @param {Pick<Figures, 'run' | 'sequences'>} figures @returns {string} */
export function slicesCsv({ run, sequences }) {
  const rows = sequences.flatMap(({ planned: { order }, slices }) => {
    const watched = [...new Set(slices.flatMap(({ stage }) => Object.keys(stage.processCores)))];
    return slices.map((slice) => ({ run, order, slice, others: shareOfOthers(run, slice, watched) }));
  });
  return csvOf(COLUMNS, rows);
}

/** @param {Figures['run']} run @param {SliceFigures} slice @param {string[]} watched processes of its sequence @returns {number | null} null where one was not recorded */
function shareOfOthers(run, { stage: { processCores } }, watched) {
  return watched.includes('machine') && watched.every((process) => process in processCores)
    ? othersShare(processCores, watched, run)
    : null;
}
