/** Points in InfluxDB: written for the dashboards, and counted, as one of the three counts of requests that must agree. */
import { askForJson } from './ask.js';

const ANSWER_WITHIN_MS = 10_000;
/** No figure of the report needs these points: a run does not wait for them. */
const PUBLISHED_WITHIN_MS = 2_000;

/** @typedef {{ url: string, database: string, token?: string }} Influx `token`: required by the v1 API of InfluxDB 2 */

/** @param {Influx} influx @returns {Record<string, string>} headers for every request to it */
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
 * @param {{ run: string, scenario: string, round: number }} tags of a part; others of its round may have the same
 * @param {number} fromMs epoch
 * @returns {Promise<(slice: { slice: number, target: string }) => number>} sum of a slice's points of `http_reqs` from that second on
 * @throws {Error} if InfluxDB does not answer
 */
export async function countSlices(influx, tags, fromMs) {
  const conditions = Object.entries(tags).map(([name, value]) => `${name}='${value}'`);
  const where = [...conditions, `time >= ${Math.floor(fromMs / 1000)}s`].join(' AND ');
  const q = `SELECT SUM(value) FROM http_reqs WHERE ${where} GROUP BY slice, target`;
  const query = new URLSearchParams({ db: influx.database, q });
  const answer = await askForJson('InfluxDB', `${influx.url}/query?${query}`, { headers: influxHeaders(influx) }, ANSWER_WITHIN_MS);
  const error = answer.error ?? answer.results?.[0]?.error;
  if (error) throw new Error(`InfluxDB: ${error}`);
  /** @type {{ tags?: { slice: string, target: string }, values: [string, number][] }[]} */
  const series = answer.results?.[0]?.series ?? [];
  return ({ slice, target }) => series.find(({ tags: own }) => own?.slice === String(slice) && own.target === target)?.values[0][1] ?? 0;
}
