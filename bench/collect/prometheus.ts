/** The server side of a part: raw samples from Prometheus, as scraped. */
import { askForJson } from './ask.ts';
import { csvField } from '../util/csv.ts';
import type { Slice } from '../record/part.ts';

type Sample = { timeMs: number; metric: string; labels: string; value: string };

type Series = { metric: Record<string, string>; values: [seconds: number, value: string][] };
type Answer = { status: 'error'; error: string } | { status: 'success'; data: { result: Series[] } };

const ANSWER_WITHIN_MS = 20_000;
const ATTEMPTS = 3;

/** Metrics that a part keeps: those of docs/dev/interfaces.md, section 3, and Prometheus' own metrics of each scrape. */
const KEPT = [
  'up',
  'scrape_duration_seconds',
  'jvm_threads_(live|peak|daemon)_threads',
  'jvm_threads_virtual_.*',
  'http_server_requests_active_seconds_count',
  'process_cpu_time_ns_total',
  'system_cpu_count',
  'jvm_memory_(used|committed)_bytes',
  'jvm_compiler_.*',
  'jvm_compilation_time_ms_total',
  'jvm_gc_pause_seconds_(count|sum|max)',
  'jvm_gc_memory_allocated_bytes_total',
  'hikaricp_connections(_active|_pending|_idle|_max|_timeout_total)?',
  'r2dbc_pool_.*_connections',
  'tomcat_threads_.*_threads',
  'tomcat_connections_.*',
  'jetty_threads_.*',
  'jetty_connections_.*',
  'reactor_netty_.*',
  'reactor_scheduler_queued_tasks',
  'executor_.*',
  'cgroup_cpu_.*',
].join('|');

/** In addition, how often a downstream service answered and how long that took. */
const KEPT_DOWNSTREAM = `${KEPT}|http_server_requests_seconds_(count|sum)`;

const OWN_LABELS = new Set(['__name__', 'target', 'job', 'instance', 'application']);

/** @param target or, with `isDownstream`, a downstream service @returns by metric, labels and time @throws {Error} if Prometheus does not answer */
export async function fetchSamples(url: string, target: string, fromMs: number, toMs: number, isDownstream = false): Promise<Sample[]> {
  // A range selector in an instant query returns samples with their own times; query_range would align them to a grid.
  const rangeMs = Math.max(1, Math.ceil(toMs - fromMs));
  const query = `{target="${target}",__name__=~"${isDownstream ? KEPT_DOWNSTREAM : KEPT}"}[${rangeMs}ms]`;
  const body = new URLSearchParams({ query, time: (toMs / 1000).toFixed(3) });
  const answer = await askPatiently(`${url}/api/v1/query`, { method: 'POST', body });
  if (answer.status !== 'success') throw new Error(`Prometheus: ${answer.error}`);
  return answer.data.result.flatMap(toSamples).sort(bySeriesAndTime);
}

/** What was measured is lost if its samples cannot be had, so a pause of Prometheus is waited for. */
async function askPatiently(url: string, init: RequestInit, attempts = ATTEMPTS): Promise<Answer> {
  try {
    return await askForJson<Answer>('Prometheus', url, init, ANSWER_WITHIN_MS);
  } catch (error) {
    if (attempts === 1) throw error;
    return askPatiently(url, init, attempts - 1);
  }
}

function toSamples({ metric, values }: Series): Sample[] {
  const labels = Object.entries(metric)
    .filter(([name]) => !OWN_LABELS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
  return values.map(([seconds, value]) => ({ timeMs: Math.round(seconds * 1000), metric: metric.__name__, labels, value }));
}

function bySeriesAndTime(a: Sample, b: Sample) {
  const [keyA, keyB] = [a, b].map(({ metric, labels }) => `${metric};${labels}`);
  return keyA === keyB ? a.timeMs - b.timeMs : keyA < keyB ? -1 : 1;
}

/** @returns the text of `server.csv` */
export function toCsv(samples: Sample[]): string {
  const rows = samples.map(({ timeMs, metric, labels, value }) => `${timeMs},${metric},${csvField(labels)},${value}`);
  return ['time_ms,metric,labels,value', ...rows, ''].join('\n');
}

/** @returns one scrape a second is expected within [startMs, endMs) */
export function scrapeCoverage(samples: Sample[], startMs: number, endMs: number): Slice['scrapes'] {
  const within = samples.filter(({ timeMs }) => timeMs >= startMs && timeMs < endMs);
  const expected = Math.round((endMs - startMs) / 1000);
  const answered = within.filter(({ metric, value }) => metric === 'up' && value === '1').length;
  const durations = within.filter(({ metric }) => metric === 'scrape_duration_seconds').map(({ value }) => Number(value) * 1000);
  return { expected, ok: Math.min(answered, expected), slowestMs: durations.length ? Math.round(Math.max(...durations)) : null };
}
