/** Counts a cell's requests in InfluxDB: one of the three counts that must agree. */

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
 * @param {CellTags} tags
 * @param {number} fromMs epoch; an earlier, interrupted attempt at the same cell has points with the same tags
 * @returns {Promise<number>} sum of the points of `http_reqs` from that second on
 * @throws {Error} if InfluxDB does not answer
 */
export async function countRequests(influx, { run, target, scenario, round }, fromMs) {
  const where = `run='${run}' AND target='${target}' AND scenario='${scenario}' AND round='${round}' AND time >= ${Math.floor(fromMs / 1000)}s`;
  const query = new URLSearchParams({ db: influx.database, q: `SELECT SUM(value) FROM http_reqs WHERE ${where}` });
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(`${influx.url}/query?${query}`, { headers: influxHeaders(influx), signal });
  const answer = /** @type {any} */ (await response.json());
  const error = answer.error ?? answer.results?.[0]?.error;
  if (error) throw new Error(`InfluxDB: ${error}`);
  return answer.results?.[0]?.series?.[0]?.values[0][1] ?? 0;
}
