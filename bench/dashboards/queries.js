/**
 * Queries of both dashboards, in InfluxQL for InfluxDB 1.6 and the v1 API of InfluxDB 2. `:regex` makes every version of Grafana insert variables
 * as regular expressions. `targets` is the variable that holds the targets.
 *
 * The load comes in one of two forms. The rollup output writes sums per second: a trend has fields such as `p95`. Other outputs of k6
 * (`influxdb`, `xk6-influxdb`) write one point per sample: its only field is `value`. Counters are summed, which is right for both. Trends need a
 * query for each form, and the one for the other form returns nothing.
 */
import { WARM_UP } from '../../k6/lib/warm-up-plan.js';

export const INFLUXDB = { type: 'influxdb', uid: 'influxdb' };
export const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' };

/** @param {string} query InfluxQL @param {string} [alias] name of the series */
export function influx(query, alias = '$tag_target') {
  return { datasource: INFLUXDB, rawQuery: true, query, alias, resultFormat: 'time_series' };
}

/** @param {string} query InfluxQL that gives one series; its columns become the columns */
export function influxTable(query) {
  return { ...influx(query, ''), resultFormat: 'table' };
}

/** @param {string} expr PromQL @param {string} [legendFormat] name of the series */
export function prometheus(expr, legendFormat = '{{target}}') {
  return { datasource: PROMETHEUS, expr, legendFormat, editorMode: 'code', range: true, instant: false, format: 'time_series' };
}

/** Points of the selected run and scenario. */
export const OF_RUN = '"run" =~ /^${run:regex}$/ AND "scenario" =~ /^${scenario:regex}$/';

/** Points of users and of k6 itself. In a sequence of blocks they have no target. */
export const OF_K6 = `${OF_RUN} AND $timeFilter`;

/** Points of the targets of a variable. */
const requestsOf = (/** @type {string} */ targets) => `${OF_RUN} AND "target" =~ /^\${${targets}:regex}$/ AND $timeFilter`;

/** The same without the requests that the scripts send in `setup()`, of which most warm the target up. */
export const loadOf = (targets = 'targets') => `"name" <> 'setup' AND "name" <> '${WARM_UP}' AND ${requestsOf(targets)}`;

const successesOf = (/** @type {string} */ targets) => `${loadOf(targets)} AND "expected_response" = 'true'`;

/** The same of the staircases: not of the slices of a sequence of blocks. */
export const staircasesOf = (/** @type {string} */ targets) => `${successesOf(targets)} AND "slice" = ''`;

/** Width of rates: three scrapes. `$__rate_interval` is at least 4 s here, as long as a stage. */
export const RATE = '3s';

/**
 * Successful requests per second. The points are summed within whole seconds, over all instances of k6. A longer step shows the mean, because a
 * sum would dip while its last seconds have not arrived. Seconds without a success have no point: they raise that mean, and a step without any
 * point is a gap. fill(0) would draw the times without load as zeros too.
 * @param {string} [targets]
 * @param {boolean} [byTarget] one series for each
 */
export function throughput(targets = 'targets', byTarget = true) {
  return meanPerSecond(successesOf(targets), byTarget ? ', "target"' : '');
}

/** Requests per second with which a script warms its target up; likewise. */
export function warmUpThroughput() {
  return meanPerSecond(`"name" = '${WARM_UP}' AND ${requestsOf('targets')}`, ', "target"');
}

/** @param {string} where @param {string} group further dimensions of GROUP BY */
function meanPerSecond(where, group) {
  const perSecond = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${where} GROUP BY time(1s)${group} fill(none)`;
  return `SELECT mean("rps") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval)${group} fill(null)`;
}

/**
 * A percentile of the successful requests, in both forms of the load. Percentiles per second cannot be averaged: a longer step shows the highest,
 * and of several statuses or instances of k6 the slowest.
 * @param {50 | 95 | 99} rank
 * @param {string} [alias] name of the series
 * @param {string} [targets]
 * @param {boolean} [byTarget] one series for each
 */
export function percentiles(rank, alias, targets = 'targets', byTarget = true) {
  const group = `GROUP BY time($__interval)${byTarget ? ', "target"' : ''} fill(null)`;
  const of = `FROM "http_req_duration" WHERE ${successesOf(targets)} ${group}`;
  return [influx(`SELECT max("p${rank}") ${of}`, alias), influx(`SELECT percentile("value", ${rank}) ${of}`, alias)];
}

/** Failed requests per step. @param {string} [group] further dimensions of GROUP BY */
export function failures(group = '') {
  const where = `${loadOf()} AND "expected_response" = 'false'`;
  return `SELECT sum("value") FROM "http_reqs" WHERE ${where} GROUP BY time($__interval)${group} fill(none)`;
}

/**
 * Virtual users of all instances of k6.
 * @param {string} [targets] without it those of all loads: in a sequence of blocks, users have no target
 */
export function users(targets) {
  const of = targets === undefined ? OF_K6 : requestsOf(targets);
  const ofEach = `SELECT max("value") AS "users" FROM "vus" WHERE ${of} GROUP BY time(1s), "instance" fill(none)`;
  const perSecond = `SELECT sum("users") AS "users" FROM (${ofEach}) WHERE $timeFilter GROUP BY time(1s) fill(none)`;
  return influx(`SELECT max("users") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval) fill(null)`, 'users');
}

/** @param {string} metric @param {string} [targets] @param {string} [labels] further matchers */
export function series(metric, targets = 'targets', labels = '') {
  return `${metric}{target=~"$${targets}"${labels && `,${labels}`}}`;
}

/** @param {string} metric a counter @param {string} [targets] */
export function rate(metric, targets) {
  return `rate(${series(metric, targets)}[${RATE}])`;
}

/** @param {string} expr PromQL */
export function sumByTarget(expr) {
  return `sum by (target) (${expr})`;
}

/** Requests that the server has started but not answered, without scrapes. */
export const IN_FLIGHT = sumByTarget(series('http_server_requests_active_seconds_count'));

/**
 * Series of the target under load. 3 s bridge the moments in which a fast target has answered everything, and end before the next slice does.
 * @param {string} expr PromQL
 */
export function underLoad(expr) {
  return `${expr} and on (target) (max_over_time(${IN_FLIGHT}[3s:1s]) > 0)`;
}

/** Cores that the target's process uses. @param {string} [targets] */
export function cores(targets) {
  return `${rate('process_cpu_time_ns_total', targets)} / 1e9`;
}
