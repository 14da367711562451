/** Asks InfluxDB how many requests of a cell it has: one of the three counts that must agree. */

/** @typedef {{ run: string, target: string, scenario: string, round: number }} CellTags */

/**
 * @param {{ url: string, database: string }} influx
 * @param {CellTags} tags
 * @returns {Promise<number>} sum over the points of `http_reqs`
 * @throws {Error} if InfluxDB does not answer
 */
export async function countRequests({ url, database }, { run, target, scenario, round }) {
  const where = `run='${run}' AND target='${target}' AND scenario='${scenario}' AND round='${round}'`;
  const query = new URLSearchParams({ db: database, q: `SELECT SUM(value) FROM http_reqs WHERE ${where}` });
  const response = await fetch(`${url}/query?${query}`, { signal: AbortSignal.timeout(10_000) });
  const answer = /** @type {any} */ (await response.json());
  const error = answer.error ?? answer.results?.[0]?.error;
  if (error) throw new Error(`InfluxDB: ${error}`);
  return answer.results?.[0]?.series?.[0]?.values[0][1] ?? 0;
}
