/** The dashboard of a run in progress. */
import { annotation, dashboard, layOut, link, row, variable } from './frame.js';
import {
  dashed,
  dashedOnTheRight,
  dottedOnTheRight,
  inFlightOverUsers,
  influx,
  INFLUXDB,
  LEGEND_ON_THE_RIGHT,
  prometheus,
  PROMETHEUS,
  throughputOverThreads,
  timeseries,
} from './panels.js';
import { health } from './health.js';
import { cores, failures, OF_RUN, percentiles, RATE, series } from './queries.js';
import { strip } from './strip.js';

/** @typedef {import('./panels.js').Catalogue} Catalogue */

const NO_LOAD = 'No load in this time range';
const NO_TARGET = 'No target was scraped in this time';
const NO_SUCH_TARGET = 'No selected target reports this';

const THROUGHPUT = 'Throughput over thread count';

/**
 * @param {Catalogue} catalogue
 * @returns {import('./panels.js').Json}
 */
export function liveRun(catalogue) {
  const panels = layOut([
    ...strip(catalogue),
    load(catalogue),
    ...underLoad(catalogue),
    ...latency(catalogue),
    ...threads(catalogue),
    ...memoryAndPools(catalogue),
    row('Health of the measurement', health(catalogue)),
  ]);
  const { id } = panels.find(({ title }) => title === THROUGHPUT) ?? {};
  return dashboard({
    uid: 'stackbench-live',
    title: 'Live run',
    description: 'A run in progress: throughput and thread count first, then the metrics that explain them.',
    refresh: '5s',
    from: 'now-5m',
    variables: variables(),
    annotations: annotations([id]),
    links: [
      link(
        'Compare the targets',
        'The staircases of this scenario, side by side',
        '/d/stackbench-compare?${scenario:queryparam}&from=now-10m&to=now',
      ),
    ],
    panels,
  });
}

function variables() {
  return [
    variable({
      name: 'run',
      label: 'Run',
      description: 'Tag run of the load; manual if k6 was started by hand',
      datasource: INFLUXDB,
      query: 'SHOW TAG VALUES FROM "http_reqs" WITH KEY = "run"',
      includeAll: true,
      allValue: '.*',
    }),
    // Two scenarios at one axis would flatten the slower one: thousands of requests per second beside hundreds.
    variable({
      name: 'scenario',
      label: 'Scenario',
      description: 'The scenario that runs, or the last one in the time range',
      datasource: INFLUXDB,
      query: 'SELECT "scenario", "value" FROM "http_reqs" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter ORDER BY time DESC LIMIT 1',
      // Newer versions of Grafana take both columns.
      regex: '/^[a-z].*/',
      follows: true,
    }),
    variable({
      name: 'targets',
      label: 'Targets',
      description: 'Targets that Prometheus scrapes',
      datasource: PROMETHEUS,
      query: { query: 'label_values(up, target)', refId: 'PrometheusVariableQueryEditor-VariableQuery' },
      multi: true,
      includeAll: true,
      // Not the list of those that were there when the page was opened.
      allValue: '.*',
      sort: 1,
    }),
  ];
}

/**
 * The runner says what it does. A load that was started by hand says only where it begins: with a staircase, or with the first slice of a sequence.
 * @param {number[]} panels numbers of the panels that show them
 */
function annotations(panels) {
  const isByHand = '"run" !~ /^[0-9]{8}-[0-9]{6}-/ AND "slice" =~ /^1?$/';
  return [
    annotation({
      name: 'Parts of a run',
      query: 'SELECT "run", "text", "phase" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter',
      textColumn: 'text',
      tagsColumn: 'phase',
      colour: 'blue',
      panels,
    }),
    annotation({
      name: 'Load by hand',
      query: `SELECT "scenario", "target", "run", "value" FROM "scenario_start_ms" WHERE ${OF_RUN} AND ${isByHand} AND $timeFilter`,
      textColumn: 'target',
      tagsColumn: 'run',
      colour: 'purple',
      panels,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function load(catalogue) {
  return throughputOverThreads(catalogue, 'targets', {
    title: THROUGHPUT,
    description:
      'Solid, left axis: successful requests per second (k6), averaged over the seconds that had any. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads of the target under load, not counting virtual threads. Grey: virtual users; in a sequence of blocks they move to the next target every few seconds. Grey line: the warm-up before a load that was started by hand. Vertical lines: what the run begins.',
    noValue: NO_LOAD,
    width: 24,
    height: 12,
    ofLoad: true,
  });
}

/** What a glance must show of the target under load. @param {Catalogue} catalogue */
function underLoad(catalogue) {
  return [
    latencyPanel(catalogue, 95),
    timeseries(catalogue, {
      title: 'Failures by reason',
      description:
        'Failed requests per step, by target, HTTP status and k6 error code (1050 timeout, 1211 connect timeout, 1212 refused; status 0: no response).',
      noValue: 'No failed request in this time',
      targets: [
        influx(failures('GROUP BY time($__interval), "target", "status", "error_code"'), '$tag_target $tag_status $tag_error_code'),
      ],
      unit: 'none',
      axisLabel: 'failures',
      softMax: 1,
      decimals: 0,
      legend: LEGEND_ON_THE_RIGHT,
      width: 8,
      height: 8,
      custom: { drawStyle: 'bars', fillOpacity: 50, lineWidth: 1 },
    }),
    timeseries(catalogue, {
      title: 'CPU used and its limit',
      description:
        "Solid: cores that the target's process uses. Dashed: the quota of its control group; absent if the kernel enforces none.",
      noValue: NO_TARGET,
      targets: [prometheus(cores('targets'), '{{target}}'), prometheus(series('cgroup_cpu_limit_cores', 'targets'), '{{target}} limit')],
      unit: 'none',
      axisLabel: 'cores',
      width: 8,
      height: 8,
      overrides: [dashed('limit')],
    }),
  ];
}

/** @param {Catalogue} catalogue @param {50 | 95 | 99} rank */
function latencyPanel(catalogue, rank) {
  return timeseries(catalogue, {
    title: `Latency p${rank}`,
    description: `p${rank} of the successful requests that ended in each second. Longer steps show the highest value. If several statuses count as success, or several k6 run, the slowest one is shown. Users wait for the server (closed loop), so this is not the latency at a given load. Near the CPU limit the kernel's 100 ms periods are visible.`,
    noValue: NO_LOAD,
    targets: percentiles(rank, 'targets').map((query) => influx(query, '$tag_target')),
    unit: 'ms',
    width: 8,
    height: 8,
  });
}

/** @param {Catalogue} catalogue */
function latency(catalogue) {
  return [
    inFlightOverUsers(catalogue, {
      title: 'Requests in flight',
      description:
        'Requests that the server has started but not answered, on all routes. A parked virtual thread shows here, but in no thread count. Grey: virtual users, each of which waits for one answer.',
      noValue: NO_TARGET,
      axisLabel: 'requests',
      width: 8,
      height: 8,
    }),
    latencyPanel(catalogue, 50),
    latencyPanel(catalogue, 99),
  ];
}

/** @param {Catalogue} catalogue */
function threads(catalogue) {
  return [
    timeseries(catalogue, {
      title: 'Request threads',
      description:
        'Tomcat and Jetty. Solid: threads serving a request. Dashed: threads in the pool. Virtual threads and Netty have no such pool.',
      noValue: NO_SUCH_TARGET,
      targets: [
        // Tomcat reports -1 for a pool that is not its own, as with virtual threads.
        prometheus(`${series('tomcat_threads_busy_threads', 'targets')} >= 0 or ${series('jetty_threads_busy', 'targets')}`, '{{target}}'),
        prometheus(
          `${series('tomcat_threads_current_threads', 'targets')} >= 0 or ${series('jetty_threads_current', 'targets')}`,
          '{{target}} pool',
        ),
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
        'Solid: event loop threads of Netty. Right axis: what waits. Dashed: tasks waiting for an event loop. Dotted: tasks waiting for a thread of a scheduler (JDBC or offloaded).',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(`count by (target) (${series('reactor_netty_eventloop_pending_tasks', 'targets')})`, '{{target}}'),
        prometheus(`sum by (target) (${series('reactor_netty_eventloop_pending_tasks', 'targets')})`, '{{target}} waiting'),
        prometheus(`sum by (target) (${series('reactor_scheduler_queued_tasks', 'targets')})`, '{{target}} scheduler'),
      ],
      unit: 'none',
      axisLabel: 'threads',
      width: 8,
      height: 8,
      overrides: [
        dashedOnTheRight('waiting', { unit: 'none', axisLabel: 'tasks waiting' }),
        dottedOnTheRight('scheduler', { unit: 'none', axisLabel: 'tasks waiting' }),
      ],
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
  const pauses = `sum by (target) (rate(${series('jvm_gc_pause_seconds_sum', 'targets')}[${RATE}]))`;
  return [
    timeseries(catalogue, {
      title: 'Database connections',
      description:
        'Solid: connections in use. Dashed, right axis: requests waiting for one. HikariCP on JDBC targets, r2dbc-pool on R2DBC targets.',
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
      width: 6,
      height: 8,
      overrides: [dashedOnTheRight('pending', { unit: 'none', axisLabel: 'requests waiting' })],
    }),
    timeseries(catalogue, {
      title: 'Heap used',
      description: 'Sum of all heap pools.',
      noValue: NO_TARGET,
      targets: [prometheus(`sum by (target) (${series('jvm_memory_used_bytes', 'targets', 'area="heap"')})`, '{{target}}')],
      unit: 'bytes',
      width: 6,
      height: 8,
    }),
    timeseries(catalogue, {
      title: 'Garbage collection pauses',
      description: 'Share of the time in which garbage collection paused the target.',
      noValue: NO_TARGET,
      // The JVM has no pause series before the first pause: until then the share is 0. Summed as well, because `or` compares all labels.
      targets: [prometheus(`${pauses} or sum by (target) (0 * ${series('up', 'targets')})`, '{{target}}')],
      unit: 'percentunit',
      // Some percent at most: an axis to 100 % would hide them.
      softMax: 0.1,
      width: 6,
      height: 8,
    }),
    timeseries(catalogue, {
      title: 'Throttled',
      description:
        'Solid: share of the 100 ms periods in which the kernel throttled the target. Dashed, right axis: seconds per second that its threads waited for that reason. Absent without a quota.',
      noValue: NO_SUCH_TARGET,
      targets: [
        prometheus(
          `rate(${series('cgroup_cpu_throttled_periods_total', 'targets')}[${RATE}]) / (rate(${series('cgroup_cpu_periods_total', 'targets')}[${RATE}]) > 0)`,
          '{{target}}',
        ),
        prometheus(`rate(${series('cgroup_cpu_throttled_seconds_total', 'targets')}[${RATE}])`, '{{target}} waited'),
      ],
      unit: 'percentunit',
      max: 1,
      axisLabel: 'periods',
      width: 6,
      height: 8,
      // The maximum is that of the shares.
      overrides: [dashedOnTheRight('waited', { unit: 's', axisLabel: 'per second', max: null })],
    }),
  ];
}
