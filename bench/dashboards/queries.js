/**
 * Queries that both dashboards share. InfluxQL as InfluxDB 1.6 and the v1 API of InfluxDB 2 answer it; `:regex` makes Grafana insert
 * variables as regular expressions in every version.
 */

/** Points of the chosen run and scenario. */
export const OF_RUN = '"run" =~ /^${run:regex}$/ AND "scenario" =~ /^${scenario:regex}$/';

/** The same, of the targets whose variable is given, without the requests that the scripts send in `setup()`. */
export const loadOf = (/** @type {string} */ targets) =>
  `${OF_RUN} AND "target" =~ /^\${${targets}:regex}$/ AND "name" <> 'setup' AND $timeFilter`;

/**
 * Successful requests per second. The points are sums of whole seconds: a longer step shows their mean, where a sum over it would dip
 * wherever its last seconds have not arrived yet. Seconds without a success have no point: they raise that mean, and a step of nothing
 * else is a gap. fill(0) would draw the times without load as zeros too, and the `count` of http_req_failed, which tells the two apart,
 * is missing with `-o xk6-influxdb`.
 * @param {string} targets variable
 */
export function throughput(targets) {
  const perSecond = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${loadOf(targets)} AND "expected_response" = 'true' GROUP BY time(1s), "target" fill(none)`;
  return `SELECT mean("rps") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval), "target" fill(null)`;
}

/**
 * A percentile of every second's successful requests; over a longer step the highest of them, as percentiles cannot be averaged. Each
 * status has its own.
 * @param {string} field
 * @param {string} targets variable
 */
export function percentile(field, targets) {
  return `SELECT max("${field}") FROM "http_req_duration" WHERE ${loadOf(targets)} AND "expected_response" = 'true' GROUP BY time($__interval), "target" fill(null)`;
}

/** @param {string} metric @param {string} targets variable @param {string} [labels] further matchers */
export function series(metric, targets, labels = '') {
  return `${metric}{target=~"$${targets}"${labels ? `,${labels}` : ''}}`;
}
