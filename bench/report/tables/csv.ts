/** slices.csv, a row per slice. Quoted as in RFC 4180; a figure that is not there is an empty field. */
import { generatorCores, othersShare } from '../../analyse/slice/shares.ts';
import { csvField } from '../../util/csv.ts';
import { absenceText, discardText } from '../words/discarded.ts';
import type { Figures, SliceFigures, StageFigures } from '../../analyse/types.ts';

/** `others`: share of the machine */
type SliceRow = { run: Figures['run']; order: number; slice: SliceFigures; stage: StageFigures; others: number | null };

type Value = string | number | boolean | null | undefined;

const COLUMNS: [name: string, value: (row: SliceRow) => Value, digits?: number][] = [
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
  ['downstream_mean_ms', ({ slice }) => slice.observed.downstream?.meanMs, 3],
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
  ['warmup_steady', ({ slice }) => slice.steady],
  ['cpu_counts', ({ slice }) => slice.cpuCounts],
  ['discarded', ({ slice }) => slice.discardedFor.map(discardText).join('; ')],
  [
    'missing',
    ({ stage }) =>
      Object.entries(stage.absent)
        .map(([name, why]) => `${name}: ${absenceText(why)}`)
        .join('; '),
  ],
];

export function slicesCsv({ run, parts }: Pick<Figures, 'run' | 'parts'>): string {
  const rows = parts.flatMap(({ planned: { order }, slices }) => {
    const watched = [...new Set(slices.flatMap(({ stage }) => Object.keys(stage.processCores)))];
    return slices.map((slice) => ({ run, order, slice, stage: slice.stage, others: shareOfOthers(run, slice, watched) }));
  });
  const lines = [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, value, digits]) => cellText(value(row), digits)))];
  return lines.map((line) => line.join(',') + '\r\n').join('');
}

/** @param watched processes of its part @returns null where one was not recorded */
function shareOfOthers(run: Figures['run'], { stage: { processCores } }: SliceFigures, watched: string[]): number | null {
  return watched.includes('machine') && watched.every((process) => process in processCores)
    ? othersShare(processCores, watched, run)
    : null;
}

/** @returns a field of the file */
export function cellText(value: Value, digits?: number) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return csvField(asText(value));
  return csvField(typeof value === 'number' && digits !== undefined ? value.toFixed(digits) : String(value));
}

/** A spreadsheet takes such a text of a bundle for a formula, which may open a page or start a program (OWASP, 'CSV Injection'). */
function asText(value: string) {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
