/** The dashboard of a run in progress. */
import {
  annotation,
  dashboard,
  dashed,
  dashedOnTheRight,
  dotted,
  influx,
  INFLUXDB,
  layOut,
  override,
  prometheus,
  PROMETHEUS,
  row,
  throughputOverThreads,
  timeseries,
  variable,
} from './parts.js';
import { loadOf, OF_RUN, percentile, series } from './queries.js';

/** @typedef {import('./parts.js').Catalogue} Catalogue */

const NO_LOAD = 'No load in this time range. Start some with `make compare`, or with Docker: `docker compose run --rm k6 run …`';
const NO_TARGET = 'No targets were scraped in this time range. Start them with `make up`.';
const NO_SUCH_TARGET = 'None of the selected targets reports this metric.';

const THROUGHPUT = 1;
const VIRTUAL_USERS = 2;

/**
 * @param {Catalogue} catalogue
 * @returns {import('./parts.js').Json}
 */
export function liveRun(catalogue) {
  return dashboard({
    uid: 'stackbench-live',
    title: 'Live run',
    description: 'A run in progress: throughput and thread count first, then the metrics that explain them.',
    refresh: '2s',
    from: 'now-5m',
    variables: variables(),
    annotations: annotations(),
    panels: layOut([
      ...load(catalogue),
      ...latency(catalogue),
      ...failuresAndCpu(catalogue),
      ...threads(catalogue),
      ...memoryAndPools(catalogue),
      row('Health of the measurement', health(catalogue)),
    ]),
  });
}

function variables() {
  const tag = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ description) =>
    variable({
      name,
      label,
      description,
      datasource: INFLUXDB,
      query: `SHOW TAG VALUES FROM "http_reqs" WITH KEY = "${name}"`,
      includeAll: true,
      allValue: '.*',
    });
  return [
    tag('run', 'Run', 'Tag run of the load; manual if k6 was started by hand'),
    tag('scenario', 'Scenario', 'Tag scenario of the load'),
    variable({
      name: 'targets',
      label: 'Targets',
      description: 'Targets that Prometheus scrapes',
      datasource: PROMETHEUS,
      query: { query: 'label_values(up, target)', refId: 'PrometheusVariableQueryEditor-VariableQuery' },
      multi: true,
      includeAll: true,
      sort: 1,
    }),
  ];
}

/**
 * There is no metric for stages. A stage starts in each second in which k6's gauge of virtual users is higher than in the previous second:
 * k6 starts all users of a stage at once.
 */
function annotations() {
  const of = `${OF_RUN} AND "target" =~ /^\${targets:regex}$/ AND $timeFilter`;
  const levels = `SELECT last("value") AS "users", difference(last("value")) AS "step" FROM "vus" WHERE ${of} GROUP BY time(1s), "target", "scenario", "round" fill(none)`;
  const panels = [THROUGHPUT, VIRTUAL_USERS];
  return [
    annotation({
      name: 'Stage (VUs)',
      query: `SELECT "scenario", "users", "target" FROM (${levels}) WHERE "step" > 0 AND $timeFilter`,
      textColumn: 'users',
      tagsColumn: 'target',
      colour: 'orange',
      panels,
    }),
    annotation({
      name: 'Cell starts (round)',
      query: `SELECT "scenario", "round", "target", "value" FROM "scenario_start_ms" WHERE ${of}`,
      textColumn: 'round',
      tagsColumn: 'target',
      colour: 'blue',
      panels,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function load(catalogue) {
  const ofLoad = `${OF_RUN} AND "target" =~ /^\${targets:regex}$/ AND $timeFilter`;
  return [
    throughputOverThreads(catalogue, 'targets', {
      title: 'Throughput over thread count',
      description:
        'Solid, left axis: successful requests per second (k6), averaged over the seconds that had any. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads of the server, not counting virtual threads. Vertical lines: a cell starts, or the number of virtual users rises (derived from the gauge vus).',
      noValue: NO_LOAD,
      width: 24,
      height: 12,
      threadLine: { 'custom.lineWidth': 1 },
    }),
    timeseries(catalogue, {
      title: 'Virtual users',
      description: 'Active virtual users. Each sends its next request as soon as the previous one is answered.',
      noValue: NO_LOAD,
      targets: [influx(`SELECT max("value") FROM "vus" WHERE ${ofLoad} GROUP BY time($__interval), "target" fill(null)`, '$tag_target')],
      unit: 'none',
      axisLabel: 'VUs',
      width: 12,
      height: 8,
      custom: { lineInterpolation: 'stepAfter' },
    }),
    timeseries(catalogue, {
      title: 'Requests in flight',
      description:
        'Requests that the server has started but not answered, on all routes. A parked virtual thread shows here, but in no thread count.',
      noValue: NO_TARGET,
      targets: [prometheus(`sum by (target) (${series('http_server_requests_active_seconds_count', 'targets')})`, '{{target}}')],
      unit: 'none',
      axisLabel: 'requests',
      width: 12,
      height: 8,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function latency(catalogue) {
  return ['p50', 'p95', 'p99'].map((field) =>
    timeseries(catalogue, {
      title: `Latency ${field}`,
      description: `${field} of the successful requests that ended in each second. Longer steps show the highest value. If several statuses count as success, the slowest one is shown. Users wait for the server (closed loop), so this is not the latency at a given load. Near the CPU limit the kernel's 100 ms periods are visible.`,
      noValue: NO_LOAD,
      targets: [influx(percentile(field, 'targets'), '$tag_target')],
      unit: 'ms',
      width: 8,
      height: 8,
    }),
  );
}

/** @param {Catalogue} catalogue */
function failuresAndCpu(catalogue) {
  const failed = `SELECT "value" * "count" AS "failures" FROM "http_req_failed" WHERE ${loadOf('targets')}`;
  const reasons = `SELECT sum("value") FROM "http_reqs" WHERE ${loadOf('targets')} AND "expected_response" = 'false' GROUP BY time($__interval), "target", "status", "error_code" fill(none)`;
  return [
    timeseries(catalogue, {
      title: 'Failures by reason',
      description:
        'Line: failed requests per step. Bars: the same by HTTP status and k6 error code (1050 timeout, 1211 connect timeout, 1212 refused; status 0: no response).',
      noValue: NO_LOAD,
      targets: [
        influx(`SELECT sum("failures") FROM (${failed}) WHERE $timeFilter GROUP BY time($__interval), "target" fill(null)`, '$tag_target'),
        influx(reasons, '$tag_target status $tag_status error $tag_error_code'),
      ],
      unit: 'none',
      axisLabel: 'failures',
      width: 8,
      height: 8,
      overrides: [override('/ status /', { 'custom.drawStyle': 'bars', 'custom.fillOpacity': 50, 'custom.lineWidth': 1 })],
    }),
    timeseries(catalogue, {
      title: 'CPU used and its limit',
      description:
        "Solid: cores that the target's process uses. Dashed: the quota of its control group; absent if the kernel enforces none.",
      noValue: NO_TARGET,
      targets: [
        prometheus(`rate(${series('process_cpu_time_ns_total', 'targets')}[$__rate_interval]) / 1e9`, '{{target}}'),
        prometheus(series('cgroup_cpu_limit_cores', 'targets'), '{{target}} limit'),
      ],
      unit: 'none',
      axisLabel: 'cores',
      width: 8,
      height: 8,
      overrides: [dashed('limit')],
    }),
    timeseries(catalogue, {
      title: 'Throttled',
      description:
        'Solid: share of the 100 ms periods in which the kernel throttled the target. Dashed, right axis: seconds per second that its threads waited for that reason. Absent without a quota.',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(
          `rate(${series('cgroup_cpu_throttled_periods_total', 'targets')}[$__rate_interval]) / (rate(${series('cgroup_cpu_periods_total', 'targets')}[$__rate_interval]) > 0)`,
          '{{target}}',
        ),
        prometheus(`rate(${series('cgroup_cpu_throttled_seconds_total', 'targets')}[$__rate_interval])`, '{{target}} waited'),
      ],
      unit: 'percentunit',
      axisLabel: 'periods',
      width: 8,
      height: 8,
      overrides: [dashedOnTheRight('waited', { unit: 's', axisLabel: 'per second' })],
    }),
  ];
}

/** @param {Catalogue} catalogue */
function threads(catalogue) {
  return [
    timeseries(catalogue, {
      title: 'Tomcat threads',
      description: 'Solid: threads serving a request. Dashed: threads in the pool. Virtual threads and Netty have no such pool.',
      noValue: NO_SUCH_TARGET,
      targets: [
        // Tomcat reports -1 for a pool that is not its own, as with virtual threads.
        prometheus(`${series('tomcat_threads_busy_threads', 'targets')} >= 0`, '{{target}}'),
        prometheus(`${series('tomcat_threads_current_threads', 'targets')} >= 0`, '{{target}} pool'),
      ],
      unit: 'none',
      axisLabel: 'threads',
      width: 8,
      height: 8,
      overrides: [dashed('pool')],
    }),
    timeseries(catalogue, {
      title: 'Event loops',
      description:
        'Solid: event loop threads of Netty. Dashed: tasks waiting for one. Dotted: tasks waiting for a thread of a scheduler (JDBC or offloaded).',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(`count by (target) (${series('reactor_netty_eventloop_pending_tasks', 'targets')})`, '{{target}}'),
        prometheus(`sum by (target) (${series('reactor_netty_eventloop_pending_tasks', 'targets')})`, '{{target}} waiting'),
        prometheus(`sum by (target) (${series('reactor_scheduler_queued_tasks', 'targets')})`, '{{target}} scheduler'),
      ],
      unit: 'none',
      axisLabel: 'threads, tasks',
      width: 8,
      height: 8,
      overrides: [dashed('waiting'), dotted('scheduler')],
    }),
    timeseries(catalogue, {
      title: 'Virtual threads',
      description:
        'Solid: virtual threads mounted on a carrier. Dashed: runnable virtual threads waiting for a carrier. Parked ones are not counted; see requests in flight.',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(series('jvm_threads_virtual_live_threads', 'targets', 'scheduling_status="mounted"'), '{{target}}'),
        prometheus(series('jvm_threads_virtual_live_threads', 'targets', 'scheduling_status="queued"'), '{{target}} queued'),
      ],
      unit: 'none',
      axisLabel: 'threads',
      width: 8,
      height: 8,
      overrides: [dashed('queued')],
    }),
  ];
}

/** @param {Catalogue} catalogue */
function memoryAndPools(catalogue) {
  const pauses = `sum by (target) (rate(${series('jvm_gc_pause_seconds_sum', 'targets')}[$__rate_interval]))`;
  return [
    timeseries(catalogue, {
      title: 'Database connections',
      description: 'Solid: connections in use. Dashed: requests waiting for one. HikariCP on JDBC targets, r2dbc-pool on R2DBC targets.',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(
          `${series('hikaricp_connections_active', 'targets')} or ${series('r2dbc_pool_acquired_connections', 'targets')}`,
          '{{target}}',
        ),
        prometheus(
          `${series('hikaricp_connections_pending', 'targets')} or ${series('r2dbc_pool_pending_connections', 'targets')}`,
          '{{target}} pending',
        ),
      ],
      unit: 'none',
      axisLabel: 'connections',
      width: 8,
      height: 8,
      overrides: [dashed('pending')],
    }),
    timeseries(catalogue, {
      title: 'Heap used',
      description: 'Sum of all heap pools.',
      noValue: NO_TARGET,
      targets: [prometheus(`sum by (target) (${series('jvm_memory_used_bytes', 'targets', 'area="heap"')})`, '{{target}}')],
      unit: 'bytes',
      width: 8,
      height: 8,
    }),
    timeseries(catalogue, {
      title: 'Garbage collection pauses',
      description: 'Share of the time in which garbage collection paused the target.',
      noValue: NO_TARGET,
      // The JVM has no pause series before the first pause: until then the share is 0. Summed as well, because `or` compares all labels.
      targets: [prometheus(`${pauses} or sum by (target) (0 * ${series('up', 'targets')})`, '{{target}}')],
      unit: 'percentunit',
      width: 8,
      height: 8,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function health(catalogue) {
  const perCell = 'GROUP BY time($__interval), "target", "scenario", "round"';
  const ofOutput = `${OF_RUN} AND "target" =~ /^\${targets:regex}$/ AND $timeFilter`;
  const cpu = `SELECT non_negative_derivative(max("cpuSeconds"), 1s) AS "cores" FROM "rollup" WHERE ${ofOutput} ${perCell} fill(none)`;
  const highest = (/** @type {string} */ field) =>
    `SELECT max("${field}") FROM "rollup" WHERE ${ofOutput} GROUP BY time($__interval), "target" fill(null)`;
  return [
    timeseries(catalogue, {
      title: 'Scrapes missing',
      description: 'Share of the scrapes that failed or took longer than 0.9 s. The server-side metrics of those moments are missing.',
      noValue: NO_TARGET,
      targets: [prometheus(`1 - avg_over_time(${series('up', 'targets')}[$__rate_interval])`, '{{target}}')],
      unit: 'percentunit',
      width: 6,
      height: 8,
    }),
    timeseries(catalogue, {
      title: 'Scrape duration',
      description: 'How long a target took to answer Prometheus. A scrape is cancelled after 0.9 s.',
      noValue: NO_TARGET,
      targets: [prometheus(`max_over_time(${series('scrape_duration_seconds', 'targets')}[$__rate_interval])`, '{{target}}')],
      unit: 's',
      width: 6,
      height: 8,
    }),
    timeseries(catalogue, {
      title: 'Points dropped by the rollup output',
      description:
        'Since the start of k6. Solid: points that InfluxDB never received. Dashed: failed requests to InfluxDB. Dotted: late samples, which still count.',
      noValue: NO_LOAD,
      targets: [
        influx(highest('pointsDropped'), '$tag_target'),
        influx(highest('writeErrors'), '$tag_target errors'),
        influx(highest('lateSamples'), '$tag_target late'),
      ],
      unit: 'none',
      width: 6,
      height: 8,
      overrides: [dashed('errors'), dotted('late')],
    }),
    timeseries(catalogue, {
      title: 'CPU of the load generator',
      description: 'Cores that k6 uses while it loads this target. If k6 uses all that it can get, k6 is the bottleneck, not the target.',
      noValue: NO_LOAD,
      targets: [
        influx(`SELECT mean("cores") FROM (${cpu}) WHERE $timeFilter GROUP BY time($__interval), "target" fill(null)`, '$tag_target'),
      ],
      unit: 'none',
      axisLabel: 'cores',
      width: 6,
      height: 8,
    }),
  ];
}
