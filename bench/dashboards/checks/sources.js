/** Queries InfluxDB (v1 API) and Prometheus, and checks whether the answer has data. */
import { influxHeaders } from '../../collect/influx.js';

/** @typedef {import('../../collect/influx.js').Influx} Influx */
/** @typedef {import('./variables.js').Window} Window */
/** @typedef {{ columns: string[], values: any[][], tags?: Record<string, string> }} InfluxSeries */
/** @typedef {{ metric: Record<string, string>, values: [number, string][] }} PrometheusSeries */

const ANSWER_MS = 30_000;

/**
 * @param {Influx} influx
 * @param {string} query
 * @returns {Promise<InfluxSeries[]>}
 * @throws {Error} with InfluxDB's message
 */
export async function askInflux(influx, query) {
  const body = new URLSearchParams({ db: influx.database, q: query, epoch: 'ms' });
  const response = await fetch(`${influx.url}/query`, request(body, influxHeaders(influx)));
  const answer = /** @type {any} */ (await response.json());
  const error = answer.error ?? answer.message ?? answer.results?.find((/** @type {any} */ result) => result.error)?.error;
  if (error) throw new Error(error);
  return answer.results.flatMap((/** @type {any} */ result) => result.series ?? []);
}

/**
 * @param {string} url of Prometheus
 * @param {string} expr
 * @param {Window} window
 * @param {number} stepMs
 * @returns {Promise<PrometheusSeries[]>}
 * @throws {Error} with Prometheus' message
 */
export async function askPrometheus(url, expr, { fromMs, toMs }, stepMs) {
  const body = new URLSearchParams({ query: expr, start: String(fromMs / 1000), end: String(toMs / 1000), step: String(stepMs / 1000) });
  return (await prometheusData(`${url}/api/v1/query_range`, request(body))).result;
}

/**
 * @param {string} url of Prometheus
 * @param {string} label
 * @returns {Promise<string[]>} its values
 */
export function labelValues(url, label) {
  return prometheusData(`${url}/api/v1/label/${label}/values`, { signal: AbortSignal.timeout(ANSWER_MS) });
}

/**
 * @param {string} url of Prometheus
 * @returns {Promise<string[]>}
 */
export function labelNames(url) {
  return prometheusData(`${url}/api/v1/labels`, { signal: AbortSignal.timeout(ANSWER_MS) });
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function prometheusData(url, init) {
  const answer = /** @type {any} */ (await (await fetch(url, init)).json());
  if (answer.status !== 'success') throw new Error(answer.error);
  return answer.data;
}

/**
 * @param {URLSearchParams} body
 * @param {Record<string, string>} [headers]
 * @returns {RequestInit}
 */
function request(body, headers = {}) {
  return { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) };
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

/**
 * @param {PrometheusSeries[]} series
 * @param {string} legendFormat
 * @returns {string[]} names that Grafana gives to more than one series
 */
export function sharedNames(series, legendFormat) {
  const names = series.map(({ metric }) => legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''));
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** @param {PrometheusSeries[]} series @returns {boolean} whether there is a number */
export function prometheusHasData(series) {
  return series.some(({ values }) => values.some(([, value]) => value !== 'NaN'));
}
