/** The dashboard that shows one scenario of all targets side by side. */
import { dashboard, layOut, link, row, variable } from './frame.js';
import {
  bars,
  dashed,
  dotted,
  influx,
  INFLUXDB,
  influxTable,
  override,
  panel,
  prometheus,
  STRING_AXIS,
  throughputOverThreads,
  timeseries,
} from './panels.js';
import { cores, loadOf, OF_RUN, OF_STAIRCASES, percentiles, series } from './queries.js';

/** @typedef {import('./panels.js').Catalogue} Catalogue */

const NO_CELL = 'No cell of it has ended yet';
const NO_LOAD = 'No load in this time range';

/** This page in another time range, for the same run and scenario. */
const HERE = '/d/stackbench-compare?${run:queryparam}&${scenario:queryparam}';
const FROM_START_TO_END = '&from=${__data.fields.start.numeric}&to=${__data.fields.end.numeric}';

/**
 * @param {Catalogue} catalogue
 * @returns {import('./panels.js').Json}
 */
export function compare(catalogue) {
  return dashboard({
    uid: 'stackbench-compare',
    title: 'Compare',
    description: 'One scenario of all targets side by side.',
    refresh: '10s',
    // In an hour, a staircase of 12 s would be a dot at the right edge.
    from: 'now-10m',
    variables: variables(),
    annotations: [],
    links: [
      link('Back to the present', 'The last 10 minutes, of all targets', `${HERE}&from=now-10m&to=now`),
      link('Live run', 'What runs now', '/d/stackbench-live?from=now-5m&to=now'),
    ],
    panels: layOut([
      row('Plateaus of $scenario in $run, all rounds, void cells included'),
      ...figures(catalogue),
      cells(catalogue),
      wholeScenario(catalogue),
      row('Course of $scenario in $run'),
      fromTheStart(catalogue),
      ...sideBySide(catalogue),
    ]),
  });
}

function variables() {
  const tag = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ where) => ({
    name,
    label,
    datasource: INFLUXDB,
    query: `SHOW TAG VALUES FROM "http_reqs" WITH KEY = "${name}"${where}`,
  });
  const ofRun = ' WHERE "run" =~ /^${run:regex}$/';
  return [
    variable({
      ...tag('run', 'Run', ''),
      description: 'The newest run comes first, runs started by hand come last',
      sort: 4,
    }),
    variable({ ...tag('scenario', 'Scenario', ofRun), description: 'Scenarios of the run' }),
    variable({
      ...tag('target', 'Target', `${ofRun} AND "scenario" =~ /^\${scenario:regex}$/`),
      description: 'Targets of the scenario; each has its own panels',
      multi: true,
      includeAll: true,
      hidden: true,
      // Targets of a scenario that runs appear one after the other.
      follows: true,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function figures(catalogue) {
  const bar = (
    /** @type {Pick<import('./panels.js').PanelOptions, 'title' | 'description' | 'unit' | 'width'>} */ options,
    /** @type {string} */ figure,
  ) =>
    bars(catalogue, {
      ...options,
      height: 6,
      noValue: NO_CELL,
      targets: [influx(`SELECT ${figure} FROM "cell" WHERE ${OF_RUN} GROUP BY "target"`, '$tag_target')],
    });
  return [
    bar(
      {
        title: 'Throughput',
        description: 'Successful requests per second over all plateaus: total requests divided by total seconds.',
        unit: 'reqps',
        width: 8,
      },
      'sum("plateauSuccesses") / sum("plateauSeconds")',
    ),
    bar({ title: 'p99', description: 'The highest p99 of any stage and round.', unit: 'ms', width: 8 }, 'max("p99Ms")'),
    bar(
      {
        title: 'CPU per 1,000 requests',
        description: 'CPU seconds of the target per 1,000 successful requests on the plateaus, as totals over all rounds.',
        unit: 's',
        width: 8,
      },
      'sum("cpuSeconds") / sum("plateauSuccesses") * 1000',
    ),
    bar(
      {
        title: 'Threads',
        description: 'Highest number of live platform threads on a plateau, not counting virtual threads.',
        unit: 'none',
        width: 12,
      },
      'max("threadsMax")',
    ),
    bar({ title: 'Heap', description: 'Highest heap use on a plateau.', unit: 'bytes', width: 12 }, 'max("heapMaxBytes")'),
  ];
}

const LIST = { showHeader: true, cellHeight: 'sm', footer: { show: false, reducer: ['sum'], fields: '' } };
const WITHOUT_TIME = [{ id: 'organize', options: { excludeByName: { Time: true, time: true }, indexByName: {}, renameByName: {} } }];

/** Time of day: the date is that of the run. @param {string} name of a column @param {string} title of its link @param {string} url */
function linkedTime(name, title, url) {
  return column(name, 90, { unit: 'time:HH:mm:ss', links: [{ title, url, targetBlank: false }] });
}

/** @param {string} name @param {number} width in pixels @param {import('./panels.js').Json} [properties] */
function column(name, width, properties = {}) {
  return override(`/^${name}$/`, { 'custom.width': width, ...properties });
}

/**
 * The link and the reasons of void cells come first: at 1280 pixels the last columns are beyond the edge.
 * @param {Catalogue} catalogue
 */
function cells(catalogue) {
  const columns = [
    '"startMs" AS "start"',
    '"target"',
    '"plateauSuccesses" / "plateauSeconds" AS "throughput"',
    '"p99Ms" AS "p99"',
    '"cpuSeconds" / "plateauSuccesses" * 1000 AS "CPU per 1,000"',
    '"threadsMax" AS "threads"',
    '"heapMaxBytes" AS "heap"',
    '"failures" AS "failed"',
    '"round"',
    '"endMs" AS "end"',
    '"void" AS "void because"',
  ];
  return panel(
    catalogue,
    'table',
    {
      title: 'Cells',
      description:
        'Figures of every finished cell, as in the report. Void cells are excluded from verdicts; the report explains why. Click a start to set the time range to that cell.',
      noValue: NO_CELL,
      targets: [influxTable(`SELECT ${columns.join(', ')} FROM "cell" WHERE ${OF_RUN}`)],
      unit: 'none',
      width: 19,
      height: 8,
      overrides: [
        linkedTime('start', 'Set the time range to this cell', `${HERE}${FROM_START_TO_END}`),
        column('target', 110),
        column('throughput', 100, { unit: 'reqps', decimals: 0 }),
        column('p99', 70, { unit: 'ms' }),
        column('CPU per 1,000', 80, { unit: 's' }),
        column('threads', 65),
        column('heap', 80, { unit: 'bytes' }),
        column('failed', 60),
        column('round', 55),
        column('end', 75, { unit: 'time:HH:mm:ss' }),
      ],
    },
    { fieldDefaults: { unit: 'none', custom: { align: 'auto', filterable: true } }, options: LIST, transformations: WITHOUT_TIME },
  );
}

/** A cell's link sets the time range to that cell; this one sets it to all of them. @param {Catalogue} catalogue */
function wholeScenario(catalogue) {
  return panel(
    catalogue,
    'table',
    {
      title: 'The whole scenario',
      description: 'From the start of the first cell to the end of the last one. Click the start to set the time range to all of them.',
      noValue: NO_CELL,
      targets: [influxTable(`SELECT min("startMs") AS "start", max("endMs") AS "end" FROM "cell" WHERE ${OF_RUN}`)],
      unit: 'none',
      width: 5,
      height: 8,
      overrides: [
        linkedTime('start', 'Set the time range to all cells of the scenario', `${HERE}${FROM_START_TO_END}`),
        column('end', 75, { unit: 'time:HH:mm:ss' }),
      ],
    },
    { fieldDefaults: { unit: 'none', custom: { align: 'auto' } }, options: LIST, transformations: WITHOUT_TIME },
  );
}

/**
 * Grafana's time series have no axis that starts with each cell. A bar chart over the number of the second does. InfluxDB numbers the seconds:
 * elapsed() is the distance to the previous second, and the cumulative sum is the distance to the first.
 * @param {Catalogue} catalogue
 */
function fromTheStart(catalogue) {
  const perSecond = 'WHERE $timeFilter GROUP BY time(1s), "target", "round" fill(none)';
  const requests = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${loadOf('target')} AND "expected_response" = 'true'${OF_STAIRCASES} GROUP BY time(1s), "target", "round" fill(none)`;
  const distances = `SELECT elapsed(sum("rps"), 1s) AS "gap", sum("rps") AS "rps" FROM (${requests}) ${perSecond}`;
  const numbered = `SELECT cumulative_sum(sum("gap")) AS "second", sum("rps") AS "rps" FROM (${distances}) ${perSecond}`;
  return panel(
    catalogue,
    'barchart',
    {
      title: "Throughput by seconds since each cell's first answer",
      description:
        'Successful requests per second, averaged over the rounds in the time range. All cells start at the left, so that their stages line up. The first second (0) is left out. Runs of one target by hand count as one cell, pauses included, unless each has its own `ROUND`.',
      noValue: NO_LOAD,
      targets: [influxTable(`SELECT "second", "rps", "target" FROM (${numbered}) WHERE "second" > 0 AND $timeFilter`)],
      unit: 'reqps',
      width: 24,
      height: 9,
      overrides: [STRING_AXIS],
    },
    {
      fieldDefaults: {
        unit: 'reqps',
        min: 0,
        color: { mode: 'palette-classic' },
        custom: { fillOpacity: 80, lineWidth: 0, axisLabel: 'requests/s', axisPlacement: 'auto' },
      },
      options: {
        orientation: 'vertical',
        xTickLabelRotation: 0,
        xTickLabelSpacing: 100,
        showValue: 'never',
        stacking: 'none',
        groupWidth: 0.8,
        barWidth: 1,
        barRadius: 0,
        fullHighlight: false,
        legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
        tooltip: { mode: 'multi', sort: 'desc' },
      },
      // The axis is the first text column, in the order of its rows. Ordered by time, a second that only a later cell has would come last.
      transformations: [
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
      ],
    },
  );
}

const RANKS = /** @type {const} */ ([50, 95, 99]);

/** @param {Catalogue} catalogue */
function sideBySide(catalogue) {
  return [
    throughputOverThreads(catalogue, 'target', {
      title: '$target',
      description:
        'Solid, left axis: successful requests per second, averaged over the seconds that had any. A gap means a stall, or that every request failed. Dashed, right axis: live platform threads. Grey: virtual users, of all targets.',
      noValue: NO_LOAD,
      width: 6,
      height: 8,
      repeat: 'target',
    }),
    timeseries(catalogue, {
      title: '$target: latency',
      description:
        'Solid: p50, dashed: p95, dotted: p99 of the successful requests of each second. Longer steps show the highest value. If several statuses count as success, the slowest one is shown.',
      noValue: NO_LOAD,
      targets: RANKS.flatMap((rank) => percentiles(rank, 'target').map((query) => influx(query, `$tag_target p${rank}`))),
      unit: 'ms',
      width: 6,
      height: 8,
      repeat: 'target',
      overrides: [dashed('p95'), dotted('p99')],
    }),
    timeseries(catalogue, {
      title: '$target: CPU',
      description: "Solid: cores that the target's process uses. Dashed: its limit.",
      noValue: NO_LOAD,
      targets: [prometheus(cores('target'), '{{target}}'), prometheus(series('cgroup_cpu_limit_cores', 'target'), '{{target}} limit')],
      unit: 'none',
      axisLabel: 'cores',
      width: 6,
      height: 8,
      repeat: 'target',
      overrides: [dashed('limit')],
    }),
  ];
}
