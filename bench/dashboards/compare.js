/** The dashboard that shows one scenario of all targets side by side. */
import { dashboard, line, ON_EVERY_REFRESH, row } from './frame.js';
import { dashed, dotted, override, STRING_AXIS } from './overrides.js';
import { chart, cpuAndLimit, LEGEND, NO_LOAD, panel, throughputOverThreads, TOOLTIP } from './panels.js';
import { influx, INFLUXDB, influxTable, OF_RUN, percentiles, staircasesOf } from './queries.js';

/** @typedef {import('./panels.js').Json} Json */

const NO_CELL = 'No cell of it has ended yet';

/** This page in another time range, for the same run and scenario. */
const HERE = '/d/stackbench-compare?${run:queryparam}&${scenario:queryparam}';

/** @param {import('../record/catalogue.js').Catalogue} catalogue */
export function compare(catalogue) {
  return dashboard(catalogue, {
    uid: 'stackbench-compare',
    title: 'Compare',
    description: 'One scenario of all targets side by side.',
    refresh: '10s',
    // In an hour, a staircase of 12 s would be a dot at the right edge.
    from: 'now-10m',
    variables: VARIABLES,
    links: [
      ['Back to the present', 'The last 10 minutes, of all targets', `${HERE}&from=now-10m&to=now`],
      ['Live run', 'What runs now', '/d/stackbench-live?from=now-5m&to=now'],
    ],
    lines: [
      row('Plateaus of $scenario in $run, all rounds, void cells included'),
      line(6, RESULTS),
      line(6, RESOURCES),
      line(8, [CELLS, WHOLE_SCENARIO]),
      row('Course of $scenario in $run'),
      line(9, [FROM_THE_START]),
      line(8, COURSES),
    ],
  });
}

/** Grafana's numbers of an order and of a way to hide. */
const NUMERICAL_DESCENDING = 4;
const HIDDEN = 2;

const OF_SELECTED = ' WHERE "run" =~ /^${run:regex}$/';

/** @param {string} key @param {string} [where] */
function tagValues(key, where = '') {
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
    label: 'Target',
    description: 'Targets of the scenario; each has its own panels',
    multi: true,
    includeAll: true,
    hide: HIDDEN,
    // Targets of a scenario that runs appear one after the other.
    refresh: ON_EVERY_REFRESH,
  },
];

const FLAT = { orientation: 'horizontal', displayMode: 'basic', valueMode: 'text', showUnfilled: false, minVizWidth: 0, minVizHeight: 10 };

/** One bar per target. @param {string} title @param {string} unit @param {string} figure of its cells @param {string} description */
function bars(title, unit, figure, description) {
  const targets = [influx(`SELECT ${figure} FROM "cell" WHERE ${OF_RUN} GROUP BY "target"`)];
  const reduceOptions = { calcs: ['lastNotNull'], fields: '', values: false };
  const options = { title, description, noValue: NO_CELL, targets };
  return panel('bargauge', options, { unit, min: 0, color: { mode: 'fixed' } }, { ...FLAT, reduceOptions });
}

const RESULTS = [
  bars(
    'Throughput',
    'reqps',
    'sum("plateauSuccesses") / sum("plateauSeconds")',
    'Successful requests per second over all plateaus: total requests divided by total seconds.',
  ),
  bars('p99', 'ms', 'max("p99Ms")', 'The highest p99 of any stage and round.'),
  bars(
    'CPU per 1,000 requests',
    's',
    'sum("cpuSeconds") / sum("plateauSuccesses") * 1000',
    'CPU seconds of the target per 1,000 successful requests on the plateaus, as totals over all rounds.',
  ),
];

const RESOURCES = [
  bars('Threads', 'none', 'max("threadsMax")', 'Highest number of live platform threads on a plateau, not counting virtual threads.'),
  bars('Heap', 'bytes', 'max("heapMaxBytes")', 'Highest heap use on a plateau.'),
];

/** @typedef {[name: string, figure: string, width?: number, properties?: Json]} Column `width` in pixels */

/**
 * @param {Column[]} columns of cells, without the time
 * @param {Omit<import('./panels.js').Panel, 'targets'>} options
 * @param {Json} [custom] further options of the columns
 */
function table(columns, options, custom = {}) {
  const asked = columns.map(([name, figure]) => (figure === `"${name}"` ? figure : `${figure} AS "${name}"`)).join(', ');
  const sized = columns.filter(([, , width]) => width !== undefined);
  return panel(
    'table',
    {
      ...options,
      noValue: NO_CELL,
      targets: [influxTable(`SELECT ${asked} FROM "cell" WHERE ${OF_RUN}`)],
      overrides: sized.map(([name, , width, properties]) => override(`/^${name}$/`, { 'custom.width': width, ...properties })),
      transformations: [{ id: 'organize', options: { excludeByName: { Time: true, time: true }, indexByName: {}, renameByName: {} } }],
    },
    { unit: 'none', custom: { align: 'auto', ...custom } },
    { showHeader: true, cellHeight: 'sm', footer: { show: false, reducer: ['sum'], fields: '' } },
  );
}

/** Time of day: the date is that of the run. */
const TIME = { unit: 'time:HH:mm:ss' };

/** A start that sets the time range to that of its row. @param {string} title */
function linkedTime(title) {
  const url = `${HERE}&from=\${__data.fields.start.numeric}&to=\${__data.fields.end.numeric}`;
  return { ...TIME, links: [{ title, url, targetBlank: false }] };
}

/** The link and the reasons of void cells come first: at 1280 pixels the last columns are beyond the edge. */
const CELLS = table(
  [
    ['start', '"startMs"', 90, linkedTime('Set the time range to this cell')],
    ['target', '"target"', 110],
    ['throughput', '"plateauSuccesses" / "plateauSeconds"', 100, { unit: 'reqps', decimals: 0 }],
    ['p99', '"p99Ms"', 70, { unit: 'ms' }],
    ['CPU per 1,000', '"cpuSeconds" / "plateauSuccesses" * 1000', 80, { unit: 's' }],
    ['threads', '"threadsMax"', 65],
    ['heap', '"heapMaxBytes"', 80, { unit: 'bytes' }],
    ['failed', '"failures"', 60],
    ['round', '"round"', 55],
    ['end', '"endMs"', 75, TIME],
    ['void because', '"void"'],
  ],
  {
    title: 'Cells',
    description:
      'Figures of every finished cell, as in the report. Void cells are excluded from verdicts; the report explains why. Click a start to set the time range to that cell.',
    width: 19,
  },
  { filterable: true },
);

const WHOLE_SCENARIO = table(
  [
    ['start', 'min("startMs")', 90, linkedTime('Set the time range to all cells of the scenario')],
    ['end', 'max("endMs")', 75, TIME],
  ],
  {
    title: 'The whole scenario',
    description: 'From the start of the first cell to the end of the last one. Click the start to set the time range to all of them.',
    width: 5,
  },
);

/**
 * Seconds of every cell with their throughput. InfluxDB numbers them: elapsed() is the distance to the previous second, and the cumulative sum is
 * the distance to the first.
 */
function numberedSeconds() {
  const perCell = 'GROUP BY time(1s), "target", "round" fill(none)';
  const requests = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${staircasesOf('target')} ${perCell}`;
  const distances = `SELECT elapsed(sum("rps"), 1s) AS "gap", sum("rps") AS "rps" FROM (${requests}) WHERE $timeFilter ${perCell}`;
  const numbered = `SELECT cumulative_sum(sum("gap")) AS "second", sum("rps") AS "rps" FROM (${distances}) WHERE $timeFilter ${perCell}`;
  return influxTable(`SELECT "second", "rps", "target" FROM (${numbered}) WHERE "second" > 0 AND $timeFilter`);
}

/** The axis is the first text column, in the order of its rows. Ordered by time, a second that only a later cell has would come last. */
const SECOND_BY_TARGET = [
  { id: 'sortBy', options: { fields: {}, sort: [{ field: 'second' }] } },
  { id: 'convertFieldType', options: { conversions: [{ targetField: 'second', destinationType: 'string' }] } },
  {
    id: 'groupBy',
    options: {
      fields: {
        second: { operation: 'groupby', aggregations: [] },
        target: { operation: 'groupby', aggregations: [] },
        rps: { operation: 'aggregate', aggregations: ['mean'] },
      },
    },
  },
  { id: 'groupingToMatrix', options: { columnField: 'target', rowField: 'second', valueField: 'rps (mean)' } },
];

const COLUMNS = { orientation: 'vertical', xTickLabelRotation: 0, xTickLabelSpacing: 100, showValue: 'never', stacking: 'none' };
const WIDTHS = { groupWidth: 0.8, barWidth: 1, barRadius: 0, fullHighlight: false };
const FILLED = { fillOpacity: 80, lineWidth: 0, axisLabel: 'requests/s', axisPlacement: 'auto' };

/** Grafana's time series have no axis that starts with each cell. A bar chart over the number of the second does. */
const FROM_THE_START = panel(
  'barchart',
  {
    title: "Throughput by seconds since each cell's first answer",
    description:
      'Successful requests per second, averaged over the rounds in the time range. All cells start at the left, so that their stages line up. The first second (0) is left out. Runs of one target by hand count as one cell, pauses included, unless each has its own `ROUND`.',
    noValue: NO_LOAD,
    targets: [numberedSeconds()],
    overrides: [STRING_AXIS],
    transformations: SECOND_BY_TARGET,
  },
  { unit: 'reqps', min: 0, color: { mode: 'palette-classic' }, custom: FILLED },
  { ...COLUMNS, ...WIDTHS, legend: LEGEND, tooltip: TOOLTIP },
);

/** Beside one another for each target. */
const PER_TARGET = { noValue: NO_LOAD, width: 6, repeat: 'target' };
const RANKS = /** @type {const} */ ([50, 95, 99]);
const COURSES = [
  throughputOverThreads('target', {
    ...PER_TARGET,
    title: '$target',
    description:
      'Solid, left axis: successful requests per second, averaged over the seconds that had any. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads. Grey: virtual users, of all targets.',
  }),
  chart({
    ...PER_TARGET,
    title: '$target: latency',
    description:
      'Solid: p50, dashed: p95, dotted: p99 of the successful requests of each second. Longer steps show the highest value. If several statuses count as success, the slowest one is shown.',
    targets: RANKS.flatMap((rank) => percentiles(rank, `$tag_target p${rank}`, 'target')),
    unit: 'ms',
    overrides: [dashed('p95'), dotted('p99')],
  }),
  cpuAndLimit('target', {
    ...PER_TARGET,
    title: '$target: CPU',
    description: "Solid: cores that the target's process uses. Dashed: its limit.",
  }),
];
