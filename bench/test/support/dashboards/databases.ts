/** Queries InfluxDB (v1 API) and Prometheus, and checks whether the answer has data. */
import { influxHeaders, type Influx } from '../../../collect/influx.ts';
import { STEP_MS, type Window } from './variables.ts';

/** `prometheus`: its address */
export type Sources = { influx: Influx; prometheus: string };
export type InfluxSeries = { name?: string; columns: string[]; values: any[][]; tags?: Record<string, string> };
type PrometheusSeries = { metric: Record<string, string>; values: [number, string][] };

const ANSWER_MS = 30_000;

/** @throws {Error} with InfluxDB's message */
export async function askInflux(influx: Influx, query: string): Promise<InfluxSeries[]> {
  const body = new URLSearchParams({ db: influx.database, q: query, epoch: 'ms' });
  const request = { method: 'POST', headers: influxHeaders(influx), body, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer: any = await (await fetch(`${influx.url}/query`, request)).json();
  const error = answer.error ?? answer.message ?? answer.results?.find((result: any) => result.error)?.error;
  if (error) throw new Error(error);
  return answer.results.flatMap((result: any) => result.series ?? []);
}

/** @param url of Prometheus @param asked path below its API @throws {Error} with Prometheus' message */
export async function askPrometheus(url: string, asked: string, parameters?: Record<string, string>): Promise<any> {
  const address = `${url}/api/v1/${asked}?${new URLSearchParams(parameters)}`;
  const answer: any = await (await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })).json();
  if (answer.status !== 'success') throw new Error(answer.error);
  return answer.data;
}

/** @param url of Prometheus */
export async function prometheusSeries(url: string, query: string, { fromMs, toMs }: Window): Promise<PrometheusSeries[]> {
  const [start, end, step] = [fromMs, toMs, STEP_MS].map((ms) => String(ms / 1000));
  return (await askPrometheus(url, 'query_range', { query, start, end, step })).result;
}

/** @returns whether there is a value in every column */
export function influxHasData(series: InfluxSeries[]): boolean {
  const columns = new Set(series.flatMap((each) => each.columns));
  const hasValue = (own: InfluxSeries, column: string) => own.values.some((row) => (row[own.columns.indexOf(column)] ?? null) !== null);
  return columns.size > 0 && [...columns].every((column) => series.some((each) => hasValue(each, column)));
}

/** @returns names that Grafana gives to more than one series */
export function sharedNames(series: PrometheusSeries[], legendFormat: string): string[] {
  const names = series.map(({ metric }) => legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''));
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** @returns whether there is a number */
export function prometheusHasData(series: PrometheusSeries[]): boolean {
  return series.some(({ values }) => values.some(([, value]) => value !== 'NaN'));
}
