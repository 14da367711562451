/**
 * Queries of both dashboards, in InfluxQL for InfluxDB 1.6 and the v1 API of InfluxDB 2. `:regex` makes every version of Grafana insert variables
 * as regular expressions.
 *
 * The load comes in one of two forms. The rollup output writes sums per second: a trend has fields such as `p95`. Other outputs of k6
 * (`influxdb`, `xk6-influxdb`) write one point per sample: its only field is `value`. Counters are summed, which is right for both. Trends need a
 * query for each form, and the one for the other form returns nothing.
 */
import { WARM_UP } from '../../k6/lib/warm-up-plan.js';

/** Points of the selected run and scenario. */
export const OF_RUN = '"run" =~ /^${run:regex}$/ AND "scenario" =~ /^${scenario:regex}$/';

/** Points of users and of k6 itself. In a sequence of blocks they have no target. */
export const OF_K6 = `${OF_RUN} AND $timeFilter`;

/** Points of the targets of a variable. */
const requestsOf = (/** @type {string} */ targets) => `${OF_RUN} AND "target" =~ /^\${${targets}:regex}$/ AND $timeFilter`;

/** The same without the requests that the scripts send in `setup()`, of which most warm the target up. */
export const loadOf = (/** @type {string} */ targets) => `"name" <> 'setup' AND "name" <> '${WARM_UP}' AND ${requestsOf(targets)}`;

/** Width of rates: three scrapes. `$__rate_interval` is at least 4 s here, as long as a stage. */
export const RATE = '3s';

/**
 * Successful requests per second. The points are summed within whole seconds, over all instances of k6. A longer step shows the mean, because a
 * sum would dip while its last seconds have not arrived. Seconds without a success have no point: they raise that mean, and a step without any
 * point is a gap. fill(0) would draw the times without load as zeros too.
 * @param {string} targets variable
 * @param {{ byTarget?: boolean, only?: string }} [how] `byTarget`: one series for each, the default; `only`: a further condition
 */
export function throughput(targets, { byTarget = true, only = '' } = {}) {
  return meanPerSecond(`${loadOf(targets)} AND "expected_response" = 'true'${only}`, byTarget ? ', "target"' : '');
}

/**
 * Requests per second with which a script warms its target up; likewise.
 * @param {string} targets variable
 */
export function warmUpThroughput(targets) {
  return meanPerSecond(`"name" = '${WARM_UP}' AND ${requestsOf(targets)}`, ', "target"');
}

/** @param {string} where @param {string} group further dimensions of GROUP BY */
function meanPerSecond(where, group) {
  const perSecond = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${where} GROUP BY time(1s)${group} fill(none)`;
  return `SELECT mean("rps") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval)${group} fill(null)`;
}

/** Points of the staircases, not of the slices of a sequence of blocks. */
export const OF_STAIRCASES = ' AND "slice" = \'\'';

/**
 * A percentile of the successful requests, in both forms of the load. Percentiles per second cannot be averaged: a longer step shows the highest,
 * and of several statuses or instances of k6 the slowest.
 * @param {50 | 95 | 99} rank
 * @param {string} targets variable
 * @param {boolean} [byTarget] one series for each
 * @returns {[perSecond: string, perSample: string]}
 */
export function percentiles(rank, targets, byTarget = true) {
  const group = `GROUP BY time($__interval)${byTarget ? ', "target"' : ''} fill(null)`;
  const of = `FROM "http_req_duration" WHERE ${loadOf(targets)} AND "expected_response" = 'true' ${group}`;
  return [`SELECT max("p${rank}") ${of}`, `SELECT percentile("value", ${rank}) ${of}`];
}

/** Failed requests by a grouping. @param {string} grouping such as `GROUP BY time($__interval)` */
export function failures(grouping) {
  return `SELECT sum("value") FROM "http_reqs" WHERE ${loadOf('targets')} AND "expected_response" = 'false' ${grouping} fill(none)`;
}

/**
 * Virtual users of all instances of k6.
 * @param {string | null} [targets] variable; null: of all loads. In a sequence of blocks, users have no target
 */
export function users(targets = null) {
  const of = targets === null ? OF_K6 : `${OF_RUN} AND "target" =~ /^\${${targets}:regex}$/ AND $timeFilter`;
  const ofEach = `SELECT max("value") AS "users" FROM "vus" WHERE ${of} GROUP BY time(1s), "instance" fill(none)`;
  const perSecond = `SELECT sum("users") AS "users" FROM (${ofEach}) WHERE $timeFilter GROUP BY time(1s) fill(none)`;
  return `SELECT max("users") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval) fill(null)`;
}

/** @param {string} metric @param {string} targets variable @param {string} [labels] further matchers */
export function series(metric, targets, labels = '') {
  return `${metric}{target=~"$${targets}"${labels ? `,${labels}` : ''}}`;
}

/**
 * Series of the target under load. Scrapes are not among the requests that it counts. 3 s bridge the moments in which a fast target has answered
 * everything, and end before the next slice does.
 * @param {string} expr PromQL
 * @param {string} targets variable
 */
export function underLoad(expr, targets) {
  const inFlight = `sum by (target) (${series('http_server_requests_active_seconds_count', targets)})`;
  return `${expr} and on (target) (max_over_time(${inFlight}[3s:1s]) > 0)`;
}

/** Cores that the target's process uses. @param {string} targets variable */
export function cores(targets) {
  return `rate(${series('process_cpu_time_ns_total', targets)}[${RATE}]) / 1e9`;
}
