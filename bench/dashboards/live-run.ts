/** The dashboard of a run in progress. */
import { dashboard, line, ON_EVERY_REFRESH, row } from './frame.ts';
import { chart, cpuAndLimit, DASHED, LEGEND, NO_LOAD, onTheRight, override, throughputOverThreads } from './panels.ts';
import { DEPENDENCIES, DROPPED, failures, failureShare, influx, INFLUXDB, OF_K6, OF_RUN, percentiles } from './queries.ts';
import { PROMETHEUS, prometheus, RATE, series } from './queries.ts';
import { inFlight, memoryAndPools, threads } from './server.ts';
import { strip } from './strip.ts';
import type { Catalogue } from '../record/catalogue.ts';

export function liveRun(catalogue: Catalogue) {
  return dashboard(catalogue, {
    uid: 'stackbench-live',
    title: 'Live run',
    description: 'A run in progress: throughput and thread count first, then the metrics that explain them.',
    refresh: '5s',
    from: 'now-5m',
    variables: VARIABLES,
    annotations: ANNOTATIONS,
    links: [['Compare the targets', 'The targets of this scenario, side by side', '/d/stackbench-compare?${scenario:queryparam}']],
    lines: [
      strip(catalogue),
      line(10, [THROUGHPUT]),
      line(8, [latency(95), FAILURES, CPU]),
      line(8, [inFlight, latency(50), latency(99)]),
      line(8, threads),
      line(8, memoryAndPools),
      row('Health of the measurement', line(8, HEALTH)),
    ],
  });
}

/** The newest first, once for each second: InfluxDB 1.6 does not sort what has one row for each scenario. Grafana lists each once. */
const IN_SECONDS =
  'SELECT last("value") AS "last" FROM "http_reqs" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter GROUP BY time(1s), "scenario" fill(none)';
const NEWEST_FIRST = `SELECT "scenario", "last" FROM (${IN_SECONDS}) WHERE $timeFilter ORDER BY time DESC LIMIT \${scenarios}`;

/** The values are limits of InfluxQL, of which 0 is none. */
const OFFERS = [
  { selected: true, text: 'running', value: '1' },
  { selected: false, text: 'all', value: '0' },
];

const VARIABLES = [
  {
    name: 'run',
    label: 'Run',
    description: 'Tag run of the load; manual if k6 was started by hand',
    datasource: INFLUXDB,
    query: 'SHOW TAG VALUES FROM "http_reqs" WITH KEY = "run"',
    includeAll: true,
    allValue: '.*',
  },
  {
    type: 'custom',
    name: 'scenarios',
    label: 'Offer',
    description: 'What the next switch offers. The page can follow a run only while it offers nothing but the scenario that runs',
    query: OFFERS.map(({ text, value }) => `${text} : ${value}`).join(', '),
    options: OFFERS,
    current: OFFERS[0],
  },
  // Two scenarios at one axis would flatten the slower one: thousands of requests per second beside hundreds.
  {
    name: 'scenario',
    label: 'Scenario',
    description: 'The scenario that runs, or one of the time range',
    datasource: INFLUXDB,
    query: NEWEST_FIRST,
    // Newer versions of Grafana take both columns.
    regex: '/^[a-z].*/',
    refresh: ON_EVERY_REFRESH,
  },
  {
    name: 'targets',
    label: 'Targets',
    description: 'Targets that Prometheus scrapes',
    datasource: PROMETHEUS,
    query: { query: 'label_values(up, target)', refId: 'PrometheusVariableQueryEditor-VariableQuery' },
    regex: `/^(?!(${DEPENDENCIES})$)/`,
    multi: true,
    includeAll: true,
    // Not the list of those that were there when the page was opened.
    allValue: '.*',
    sort: 1,
  },
];

const THROUGHPUT = throughputOverThreads(
  'Solid, left axis: successful requests of each second (k6), at its end, averaged over the seconds that had any. The last second of a load is left out: it has the last answers alone. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads of the target under load, not counting virtual threads. Grey: virtual users; in a run they move to the next target every few seconds. Grey line: a warm-up. Vertical lines: what the run begins.',
  { ...LEGEND, calcs: ['mean', 'max'] },
);

/** The runner says what it does. A load that was started by hand says only where it begins: with a staircase, or with the first slice. */
const IS_BY_HAND = '"run" !~ /^[0-9]{8}-[0-9]{6}-/ AND "slice" =~ /^1?$/';
const ANNOTATIONS = [
  {
    name: 'Measurements of a run',
    query: 'SELECT "run", "text", "phase" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter',
    textColumn: 'text',
    tagsColumn: 'phase',
  },
  {
    name: 'Load by hand',
    query: `SELECT "scenario", "target", "run", "value" FROM "scenario_start_ms" WHERE ${OF_RUN} AND ${IS_BY_HAND} AND $timeFilter`,
    textColumn: 'target',
    tagsColumn: 'run',
  },
];

/** By `status code`: the first match wins. A bundle has neither. Codes: https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
const IN_WORDS = [
  ['/^0 1050$/', 'timeout'],
  ['/^0 1101$/', 'no such host'],
  ['/^0 1211$/', 'connect timeout'],
  ['/^0 1212$/', 'connection refused'],
  ['/^0 1220$/', 'connection reset'],
  ['/^0 (\\d+)$/', 'k6 error $1'],
  ['/^([1-9]\\d\\d) .*$/', 'status $1'],
  ['/^[0 ]*$/', 'failed'],
].map(([regex, renamePattern]) => ({ id: 'renameByRegex', options: { regex, renamePattern } }));

const AS_LINE = { 'custom.drawStyle': 'line', 'custom.fillOpacity': 0, 'custom.stacking': { mode: 'none', group: 'A' } };

const FAILURES = chart(
  'Failures by reason',
  'Failed requests per step, of all targets: the HTTP status, or why there was no answer. Error codes without a word here are those of k6. Dashed, right axis: share of the requests of a target that failed. Dropped: iterations of an open load that k6 could not begin in time.',
  {
    noValue: 'No failed request in this time',
    transformations: IN_WORDS,
    axisLabel: 'failures',
    decimals: 0,
    // Takes columns from the panel instead of a third of its height.
    legend: { ...LEGEND, placement: 'right', width: 130 },
    custom: { drawStyle: 'bars', fillOpacity: 50, lineWidth: 1, stacking: { mode: 'normal', group: 'A' } },
    overrides: [override('/ failed$/', { ...onTheRight('share failed', 'percentunit'), ...DASHED, ...AS_LINE })],
  },
  influx(failures(', "status", "error_code"'), '$tag_status $tag_error_code'),
  influx(DROPPED, 'dropped iterations'),
  influx(failureShare(), '$tag_target failed'),
);

const CPU = cpuAndLimit(
  'CPU used and its limit',
  "Solid: cores that the target's process uses. Dashed: the quota of its control group; absent if the kernel enforces none.",
);

function latency(rank: 50 | 95 | 99) {
  return chart(
    `Latency p${rank}`,
    `p${rank} of the successful requests that ended in each second. Longer steps show the highest value. If several statuses count as success, or several k6 run, the slowest one is shown. Users wait for the server (closed loop), so this is not the latency at a given load. Near the CPU limit the kernel's 100 ms periods are visible.`,
    { noValue: NO_LOAD, unit: 'ms' },
    ...percentiles(rank),
  );
}

const NO_ROLLUP = 'Only the rollup output writes this';

/** Can the measurement itself be trusted? */
const HEALTH = [
  chart(
    'Scrapes missing',
    'Share of the scrapes that failed or took longer than 0.9 s. The server-side metrics of those moments are missing.',
    { unit: 'percentunit', max: 1 },
    prometheus(`1 - avg_over_time(${series('up')}[${RATE}])`),
  ),
  chart(
    'Scrape duration',
    'How long a target took to answer Prometheus. A scrape is cancelled after 0.9 s.',
    { unit: 's' },
    prometheus(`max_over_time(${series('scrape_duration_seconds')}[${RATE}])`),
  ),
  chart(
    'Points dropped by the rollup output',
    'Since the start of k6. Solid: points that InfluxDB never received. Dashed: failed requests to InfluxDB, and late samples, which still count.',
    { noValue: NO_ROLLUP, softMax: 1, decimals: 0, overrides: [override('/ errors$/', DASHED), override('/ samples$/', DASHED)] },
    ofAllInstances('max("pointsDropped")', 'dropped'),
    ofAllInstances('max("writeErrors")', 'write errors'),
    ofAllInstances('max("lateSamples")', 'late samples'),
  ),
  chart(
    'CPU of the load generator',
    'Cores that k6 uses, all its instances together. If k6 uses all that it can get, k6 is the bottleneck, not the target.',
    { noValue: NO_ROLLUP, axisLabel: 'cores' },
    ofAllInstances('non_negative_derivative(max("cpuSeconds"), 1s)', 'k6'),
  ),
];

/** The output's account is cumulative, and each process has its own. @param figure of one process @param alias name of the series */
function ofAllInstances(figure: string, alias: string) {
  const processes = '"scenario", "round", "instance"';
  const ofEach = `SELECT ${figure} AS "figure" FROM "rollup" WHERE ${OF_K6} GROUP BY time($__interval), ${processes} fill(none)`;
  return influx(`SELECT sum("figure") FROM (${ofEach}) WHERE $timeFilter GROUP BY time($__interval) fill(null)`, alias);
}
