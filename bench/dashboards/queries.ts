/** Queries of both dashboards, in InfluxQL for InfluxDB 1.6 and the v1 API of InfluxDB 2. `:regex`: every Grafana inserts a regular expression. The
 * rollup output writes sums per second: a trend has fields such as `p95`. Other outputs of k6 write one point per sample: its only field is `value`.
 * Counters are summed, which is right for both. Trends need a query for each form, and the one for the other form returns nothing. */
import { readCatalogue } from '../record/catalogue.ts';

export const INFLUXDB = { type: 'influxdb', uid: 'influxdb' };
export const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' };

/** @param query InfluxQL @param alias name of the series */
export function influx(query: string, alias = '$tag_target') {
  return { datasource: INFLUXDB, rawQuery: true, query, alias, resultFormat: 'time_series' };
}

/** @param query InfluxQL that gives one series; its columns become the columns */
export function influxTable(query: string) {
  return { ...influx(query, ''), resultFormat: 'table' };
}

/** @param expr PromQL @param legendFormat name of the series */
export function prometheus(expr: string, legendFormat = '{{target}}') {
  return { datasource: PROMETHEUS, expr, legendFormat, editorMode: 'code', range: true, instant: false, format: 'time_series' };
}

/** Points of the selected run and scenario. */
export const OF_RUN = '"run" =~ /^${run:regex}$/ AND "scenario" =~ /^${scenario:regex}$/';

/** Points of users and of k6 itself: with slices of several targets they have no target. */
export const OF_K6 = `${OF_RUN} AND $timeFilter`;

const OF_TARGETS = `${OF_RUN} AND "target" =~ /^\${targets:regex}$/ AND $timeFilter`;

/** Without the requests that the scripts send in `setup()`. A warm-up has round 0. */
const OF_ROUNDS = `"name" <> 'setup' AND ${OF_TARGETS} AND "round"`;
export const OF_LOAD = `${OF_ROUNDS} <> '0'`;

const SUCCESSES = `${OF_LOAD} AND "expected_response" = 'true'`;

export const OF_WARM_UP = `${OF_ROUNDS} = '0'`;

/** The same query of the present, whatever time range the page has: Grafana ignores the `timeFrom` of a panel in a fixed one. The rollup output writes
 * a second 1 to 2 s after its end; what is older than this belongs to a load that has ended. */
export function ofNow({ query, ...more }: ReturnType<typeof influx>) {
  return { ...more, query: query.replaceAll('$timeFilter', 'time > now() - 6s').replaceAll('$__interval', '1s') };
}

/** Width of rates: three scrapes. `$__rate_interval` is at least 4 s here, as long as a stage. */
export const RATE = '3s';

/** Requests of each second with the time of its end, and the `gap` to the one before. The last second of a slice, or of a staircase by hand, has the
 * last answers alone: a false crash. So a second counts if one follows: InfluxDB knows the previous value (twice the mean less this), not the next. */
function wholeSeconds(where: string) {
  const previous = '2 * moving_average(sum("value"), 2) - sum("value")';
  const group = `GROUP BY time(1s), "target", "slice" fill(none)`;
  return `SELECT ${previous} AS "rps", elapsed(sum("value"), 1s) AS "gap" FROM "http_reqs" WHERE ${where} ${group}`;
}

/** Successful requests per second, of all instances of k6. A longer step shows the mean: a sum would dip while its last seconds have not arrived.
 * Seconds without a success raise that mean, a step without any is a gap: fill(0) would draw zeros without load. @param group further dimensions */
export function throughput(group = ', "target"', where = SUCCESSES) {
  const perSecond = `SELECT sum("rps") AS "rps" FROM (${wholeSeconds(where)}) WHERE "gap" = 1 AND $timeFilter GROUP BY time(1s)${group} fill(none)`;
  return `SELECT mean("rps") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval)${group} fill(null)`;
}

/** In both forms of the load. Percentiles have no mean: a longer step shows the highest, as several statuses or instances of k6 do. */
export function percentiles(rank: 50 | 95 | 99, alias?: string, group = ', "target"') {
  const of = `FROM "http_req_duration" WHERE ${SUCCESSES} GROUP BY time($__interval)${group} fill(null)`;
  return [influx(`SELECT max("p${rank}") ${of}`, alias), influx(`SELECT percentile("value", ${rank}) ${of}`, alias)];
}

const FAILURES = `${OF_LOAD} AND "expected_response" = 'false'`;

/** Failed requests per step. A step without any is 0: bars are as wide as the distance of points. @param group further dimensions of GROUP BY */
export function failures(group = '') {
  return `SELECT sum("value") FROM "http_reqs" WHERE ${FAILURES} GROUP BY time($__interval)${group} fill(0)`;
}

/** Of the requests of each target in a step, the share that failed; nothing where none did. */
export function failureShare() {
  const requests = (name: string, where: string) => `(SELECT "value" AS "${name}" FROM "http_reqs" WHERE ${where})`;
  const both = `${requests('failed', FAILURES)}, ${requests('all', OF_LOAD)}`;
  return `SELECT sum("failed") / sum("all") FROM ${both} WHERE $timeFilter GROUP BY time($__interval), "target" fill(none)`;
}

/** Iterations of an open load that k6 could not begin in time. A step without any is 0, as of failures. */
export const DROPPED = `SELECT sum("value") FROM "dropped_iterations" WHERE ${OF_K6} GROUP BY time($__interval) fill(0)`;

/** Virtual users of all instances of k6 and of all targets. */
export function users() {
  const ofEach = `SELECT max("value") AS "users" FROM "vus" WHERE ${OF_K6} GROUP BY time(1s), "instance" fill(none)`;
  const perSecond = `SELECT sum("users") AS "users" FROM (${ofEach}) WHERE $timeFilter GROUP BY time(1s) fill(none)`;
  return influx(`SELECT max("users") FROM (${perSecond}) WHERE $timeFilter GROUP BY time($__interval) fill(null)`, 'users');
}

/** Prometheus scrapes what targets depend on, too. */
export const DEPENDENCIES = Object.keys(readCatalogue().dependencies).join('|');

/** @param labels further matchers */
export function series(metric: string, labels = '') {
  return `${metric}{target=~"$targets",target!~"${DEPENDENCIES}"${labels && `,${labels}`}}`;
}

export function rate(counter: string) {
  return `rate(${series(counter)}[${RATE}])`;
}

/** @param expr PromQL */
export function sumByTarget(expr: string) {
  return `sum by (target) (${expr})`;
}

/** Requests that the server has started but not answered, without scrapes. */
export const IN_FLIGHT = sumByTarget(series('http_server_requests_active_seconds_count'));

/** Of targets under load. 3 s bridge the moments in which a fast target has answered everything, and end before the next slice does. @param expr PromQL */
export function underLoad(expr: string) {
  return `${expr} and on (target) (max_over_time(${IN_FLIGHT}[${RATE}:1s]) > 0)`;
}

/** At the end of the time range, of the target that then had most of the load. @param expr PromQL @param name of the series */
export function ofMostLoaded(expr: string, name: string) {
  const most = `max(${expr} and on (target) topk(1, avg_over_time(${IN_FLIGHT}[${RATE}:1s]) > 0))`;
  return { ...prometheus(most, name), range: false, instant: true };
}

/** Cores that the target's process uses. */
export const CORES = `${rate('process_cpu_time_ns_total')} / 1e9`;
