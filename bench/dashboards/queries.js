/**
 * Queries of both dashboards, in InfluxQL for InfluxDB 1.6 and the v1 API of InfluxDB 2. `:regex` makes every version of Grafana insert variables
 * as regular expressions.
 */

/** Points of the selected run and scenario. */
export const OF_RUN = '"run" =~ /^${run:regex}$/ AND "scenario" =~ /^${scenario:regex}$/';

/** The same for the targets of a variable, without the requests that the scripts send in `setup()`. */
export const loadOf = (/** @type {string} */ targets) =>
  `${OF_RUN} AND "target" =~ /^\${${targets}:regex}$/ AND "name" <> 'setup' AND $timeFilter`;

/**
 * Successful requests per second. The points are sums of whole seconds. A longer step shows their mean, because a sum would dip while its last
 * seconds have not arrived. Seconds without a success have no point: they raise that mean, and a step without any point is a gap. fill(0) would
 * draw the times without load as zeros too; the `count` of http_req_failed, which distinguishes the two, is missing with `-o xk6-influxdb`.
 * @param {string} targets variable
 */
export function throughput(targets) {
  const perSecond = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${loadOf(targets)} AND "expected_response" = 'true' GROUP BY time(1s), "target" fill(none)`;
  return `SELECT mean("rps") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval), "target" fill(null)`;
}

/**
 * A percentile of the successful requests of each second. A longer step shows the highest, because percentiles cannot be averaged. Each status has
 * its own.
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
