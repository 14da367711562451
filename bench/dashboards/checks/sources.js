/** Queries InfluxDB (v1 API) and Prometheus, and checks whether the answer has data. */
import { influxHeaders } from '../../collect/influx.js';
import { STEP_MS } from './variables.js';

/** @typedef {{ name?: string, columns: string[], values: any[][], tags?: Record<string, string> }} InfluxSeries */
/** @typedef {{ metric: Record<string, string>, values: [number, string][] }} PrometheusSeries */

const ANSWER_MS = 30_000;

/**
 * @param {import('../../collect/influx.js').Influx} influx
 * @param {string} query
 * @returns {Promise<InfluxSeries[]>}
 * @throws {Error} with InfluxDB's message
 */
export async function askInflux(influx, query) {
  const body = new URLSearchParams({ db: influx.database, q: query, epoch: 'ms' });
  const request = { method: 'POST', headers: influxHeaders(influx), body, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = /** @type {any} */ (await (await fetch(`${influx.url}/query`, request)).json());
  const error = answer.error ?? answer.message ?? answer.results?.find((/** @type {any} */ result) => result.error)?.error;
  if (error) throw new Error(error);
  return answer.results.flatMap((/** @type {any} */ result) => result.series ?? []);
}

/**
 * @param {string} url of Prometheus
 * @param {string} asked path below its API
 * @param {Record<string, string>} [parameters]
 * @returns {Promise<any>}
 * @throws {Error} with Prometheus' message
 */
export async function askPrometheus(url, asked, parameters) {
  const address = `${url}/api/v1/${asked}?${new URLSearchParams(parameters)}`;
  const answer = /** @type {any} */ (await (await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })).json());
  if (answer.status !== 'success') throw new Error(answer.error);
  return answer.data;
}

/**
 * @param {string} url of Prometheus
 * @param {string} query
 * @param {import('./variables.js').Window} window
 * @returns {Promise<PrometheusSeries[]>}
 */
export async function prometheusSeries(url, query, { fromMs, toMs }) {
  const [start, end, step] = [fromMs, toMs, STEP_MS].map((ms) => String(ms / 1000));
  return (await askPrometheus(url, 'query_range', { query, start, end, step })).result;
}

/** @param {InfluxSeries[]} series @returns {boolean} whether there is a value in every column */
export function influxHasData(series) {
  const columns = new Set(series.flatMap((each) => each.columns));
  return columns.size > 0 && [...columns].every((column) => series.some((each) => hasValue(each, column)));
}

/** @param {InfluxSeries} series @param {string} column */
function hasValue({ columns, values }, column) {
  const index = columns.indexOf(column);
  return index >= 0 && values.some((row) => row[index] !== null);
}

/** @param {PrometheusSeries[]} series @param {string} legendFormat @returns {string[]} names that Grafana gives to more than one series */
export function sharedNames(series, legendFormat) {
  const names = series.map(({ metric }) => legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''));
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** @param {PrometheusSeries[]} series @returns {boolean} whether there is a number */
export function prometheusHasData(series) {
  return series.some(({ values }) => values.some(([, value]) => value !== 'NaN'));
}
