/** Points in InfluxDB: written for the dashboards, and counted, as one of the three counts of requests that must agree. */
import { askForJson } from './ask.js';

const ANSWER_WITHIN_MS = 10_000;
/** No figure of the report needs these points: a run does not wait for them. */
const PUBLISHED_WITHIN_MS = 2_000;

/** @typedef {{ url: string, database: string, token?: string }} Influx `token`: required by the v1 API of InfluxDB 2 */
/** @typedef {{ run: string, target: string, scenario: string, round: number }} CellTags */

/**
 * @param {Influx} influx
 * @returns {Record<string, string>} headers for every request to it
 */
export function influxHeaders({ token }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.authorization = `Token ${token}`;
  return headers;
}

/**
 * @param {Influx} influx
 * @param {string} lines line protocol, in milliseconds
 * @param {number} withinMs
 * @returns {Promise<Response>} InfluxDB's answer, also where it refuses them
 * @throws {Error} if there is none in time
 */
export function writePoints(influx, lines, withinMs) {
  const query = new URLSearchParams({ db: influx.database, precision: 'ms' });
  const request = { method: 'POST', headers: influxHeaders(influx), body: lines, signal: AbortSignal.timeout(withinMs) };
  return fetch(`${influx.url}/write?${query}`, request);
}

/**
 * @param {Influx} influx
 * @param {string} line line protocol, in milliseconds
 * @returns {Promise<void>} fulfilled also if InfluxDB refuses it, or does not answer: no figure of the report needs this point
 */
export async function publishPoint(influx, line) {
  await writePoints(influx, line, PUBLISHED_WITHIN_MS).catch(() => {});
}

/** @param {string} text @returns {string} as a field value of line protocol */
export function quoted(text) {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/**
 * @param {Influx} influx
 * @param {CellTags} tags
 * @param {number} fromMs epoch; an earlier, interrupted attempt at the same cell has points with the same tags
 * @returns {Promise<number>} sum of the points of `http_reqs` from that second on
 * @throws {Error} if InfluxDB does not answer
 */
export async function countRequests(influx, { run, target, scenario, round }, fromMs) {
  const [series] = await sums(influx, { run, target, scenario, round: String(round) }, fromMs, '');
  return series?.values[0][1] ?? 0;
}

/**
 * @param {Influx} influx
 * @param {Omit<CellTags, 'target'>} tags of a sequence
 * @param {number} fromMs epoch
 * @returns {Promise<Map<number, number>>} the same by slice; requests of setup() are in none
 * @throws {Error} if InfluxDB does not answer
 */
export async function countSlices(influx, { run, scenario, round }, fromMs) {
  const series = await sums(influx, { run, scenario, round: String(round) }, fromMs, ' GROUP BY slice');
  return new Map(series.filter(({ tags }) => tags?.slice).map(({ tags, values }) => [Number(tags?.slice), values[0][1]]));
}

/**
 * @param {Influx} influx
 * @param {Record<string, string>} tags
 * @param {number} fromMs
 * @param {string} grouping
 * @returns {Promise<{ tags?: { slice: string }, values: [string, number][] }[]>}
 */
async function sums(influx, tags, fromMs, grouping) {
  const conditions = Object.entries(tags).map(([name, value]) => `${name}='${value}'`);
  const where = [...conditions, `time >= ${Math.floor(fromMs / 1000)}s`].join(' AND ');
  const query = new URLSearchParams({ db: influx.database, q: `SELECT SUM(value) FROM http_reqs WHERE ${where}${grouping}` });
  const answer = await askForJson('InfluxDB', `${influx.url}/query?${query}`, { headers: influxHeaders(influx) }, ANSWER_WITHIN_MS);
  const error = answer.error ?? answer.results?.[0]?.error;
  if (error) throw new Error(`InfluxDB: ${error}`);
  return answer.results?.[0]?.series ?? [];
}
