/** The dashboard that shows one scenario of all targets side by side. */
import { dashboard, line, row } from './frame.ts';
import { chart, cpuAndLimit, DASHED, DOTTED, inLegend, NO_LOAD, override, panel, throughputOverThreads, type Json } from './panels.ts';
import { influx, INFLUXDB, influxTable, OF_RUN, percentiles } from './queries.ts';
import type { Catalogue } from '../record/catalogue.ts';

const NONE_YET = 'Only ended measurements show here';

/** This page in another time range, for the same run and scenario. */
const HERE = '/d/stackbench-compare?${run:queryparam}&${scenario:queryparam}';

export function compare(catalogue: Catalogue) {
  return dashboard(catalogue, {
    uid: 'stackbench-compare',
    title: 'Compare',
    description: 'One scenario of all targets side by side.',
    refresh: '10s',
    // In an hour, a load of 9 s would be a dot at the right edge.
    from: 'now-10m',
    variables: VARIABLES,
    links: [
      ['Back to the present', 'The last 10 minutes, of all targets', `${HERE}&from=now-10m&to=now`],
      ['Live run', 'What runs now', '/d/stackbench-live?from=now-5m&to=now'],
    ],
    lines: [
      row('$scenario in $run with the most users, discarded slices included'),
      line(6, RESULTS),
      line(6, [...RESOURCES, WHOLE_SCENARIO]),
      line(8, [PARTS]),
      row('Course of $scenario in $run'),
      line(10, [COURSE]),
      line(8, [LATENCY, CPU]),
    ],
  });
}

/** Grafana's number of an order. */
const NUMERICAL_DESCENDING = 4;

const OF_SELECTED = ' WHERE "run" =~ /^${run:regex}$/';

function tagValues(key: string, where = '') {
  return { name: key, datasource: INFLUXDB, query: `SHOW TAG VALUES FROM "http_reqs" WITH KEY = "${key}"${where}` };
}

const VARIABLES = [
  {
    ...tagValues('run'),
    label: 'Run',
    description: 'The newest run comes first, runs started by hand come last',
    sort: NUMERICAL_DESCENDING,
  },
  { ...tagValues('scenario', OF_SELECTED), label: 'Scenario', description: 'Scenarios of the run' },
  {
    ...tagValues('target', `${OF_SELECTED} AND "scenario" =~ /^\${scenario:regex}$/`),
    name: 'targets',
    label: 'Targets',
    description: 'Targets of the scenario',
    multi: true,
    includeAll: true,
    // Targets of a scenario that runs appear one after the other.
    allValue: '.*',
  },
];

const FLAT = { orientation: 'horizontal', displayMode: 'basic', valueMode: 'text', showUnfilled: false, minVizWidth: 0, minVizHeight: 10 };

/** One bar per target. @param figure of its parts */
function bars(title: string, unit: string, figure: string, description: string) {
  const query = influx(`SELECT ${figure} FROM "cell" WHERE ${OF_RUN} GROUP BY "target"`);
  const reduceOptions = { calcs: ['lastNotNull'], fields: '', values: false };
  const defaults = { unit, min: 0, color: { mode: 'fixed' } };
  return panel('bargauge', [title, description, { noValue: NONE_YET }, query], defaults, { ...FLAT, reduceOptions });
}

const RESULTS = [
  bars(
    'Throughput',
    'reqps',
    'sum("plateauSuccesses") / sum("plateauSeconds")',
    'Successful requests per second, in the slices with the most users.',
  ),
  bars('p99', 'ms', 'max("p99Ms")', 'Highest p99 of a measurement: that of its slices with the most users.'),
  bars(
    'CPU per 1,000 requests',
    's',
    'sum("cpuSeconds") / sum("plateauSuccesses") * 1000',
    'CPU seconds of the target per 1,000 successful requests, in the slices with the most users.',
  ),
];

const RESOURCES = [
  bars('Threads', 'none', 'max("threadsMax")', 'Highest number of live platform threads in a slice, not counting virtual threads.'),
  bars('Heap', 'bytes', 'max("heapMaxBytes")', 'Highest heap use in a slice.'),
];

/** `width` in pixels */
type Column = [name: string, figure: string, width: number, properties?: Json];

/** @param columns of parts, without the time */
function table(title: string, description: string, columns: Column[]) {
  const asked = columns.map(([name, figure]) => (figure === `"${name}"` ? figure : `${figure} AS "${name}"`)).join(', ');
  const options = {
    noValue: NONE_YET,
    overrides: columns.map(([name, , width, properties]) => override(`/^${name}$/`, { 'custom.width': width, ...properties })),
    transformations: [{ id: 'organize', options: { excludeByName: { Time: true, time: true }, indexByName: {}, renameByName: {} } }],
  };
  return panel(
    'table',
    [title, description, options, influxTable(`SELECT ${asked} FROM "cell" WHERE ${OF_RUN}`)],
    { unit: 'none', custom: { align: 'auto' } },
    { showHeader: true, cellHeight: 'sm', footer: { show: false, reducer: ['sum'], fields: '' } },
  );
}

/** Time of day: the date is that of the run. */
const TIME = { unit: 'time:HH:mm:ss' };

/** A start that sets the time range to that of its row. */
function linkedTime(title: string) {
  const url = `${HERE}&from=\${__data.fields.start.numeric}&to=\${__data.fields.end.numeric}`;
  return { ...TIME, links: [{ title, url, targetBlank: false }] };
}

/** The link and the reasons of discarded slices come first: in a small window the last columns are beyond the edge. */
const PARTS = table(
  'Measurements',
  'Figures of each target in every finished measurement, from its slices with the most users, as in the report. Discarded slices count only where there are no others; the report explains why they are discarded. Click a start to set the time range to that part.',
  [
    ['start', '"startMs"', 90, linkedTime('Set the time range to this measurement')],
    ['target', '"target"', 110],
    // Grafana writes the panel's text for no parts at each valid one, too.
    ['discarded because', '"discarded"', 250, { noValue: ' ' }],
    ['throughput', '"plateauSuccesses" / "plateauSeconds"', 100, { unit: 'reqps', decimals: 0 }],
    ['p99', '"p99Ms"', 70, { unit: 'ms' }],
    ['CPU per 1,000', '"cpuSeconds" / "plateauSuccesses" * 1000', 110, { unit: 's' }],
    ['threads', '"threadsMax"', 65],
    ['heap', '"heapMaxBytes"', 80, { unit: 'bytes' }],
    ['failed', '"failures"', 60],
    ['round', '"round"', 55],
    ['end', '"endMs"', 75, TIME],
  ],
);

const WHOLE_SCENARIO = table(
  'The whole scenario',
  'From the start of the first measurement to the end of the last one. Click the start to set the time range to all of them.',
  [
    ['start', 'min("startMs")', 90, linkedTime('Set the time range to all measurements of the scenario')],
    ['end', 'max("endMs")', 75, TIME],
  ],
);

/** All targets at one axis: 25 threads of one beside 200 of another. */
const COURSE = throughputOverThreads(
  'Solid, left axis: successful requests of each second, at its end, averaged over the seconds that had any. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads of the target under load. Grey: virtual users.',
);

const RANKS = [50, 95, 99] as const;
const LATENCY = chart(
  'Latency',
  'Solid: p50, dashed: p95, dotted: p99 of the successful requests of each second. Longer steps show the highest value. If several statuses count as success, the slowest one is shown.',
  {
    noValue: NO_LOAD,
    unit: 'ms',
    overrides: [override('/ p95$/', { ...DASHED, ...inLegend(true) }), override('/ p99$/', { ...DOTTED, ...inLegend(true) })],
  },
  ...RANKS.flatMap((rank) => percentiles(rank, `$tag_target p${rank}`)),
);

const CPU = cpuAndLimit('CPU', "Solid: cores that the target's process uses. Dashed: the limit.");
