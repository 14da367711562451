/** The dashboard that puts the same scenario of all targets side by side. */
import {
  bars,
  dashboard,
  dashed,
  dotted,
  influx,
  INFLUXDB,
  influxTable,
  layOut,
  override,
  panel,
  prometheus,
  row,
  throughputOverThreads,
  timeseries,
  variable,
} from './parts.js';
import { loadOf, OF_RUN, percentile, series } from './queries.js';

/** @typedef {import('./parts.js').Catalogue} Catalogue */

const NO_CELL = 'No finished cell of this scenario in this run: `make compare` writes one when it ends';
const NO_LOAD = 'Nothing in this time range: the links in the table of cells go to theirs';

/** What a link leads to: this dashboard, at the time of one cell. */
const ZOOM =
  '/d/stackbench-compare?${run:queryparam}&${scenario:queryparam}&from=${__data.fields.start.numeric}&to=${__data.fields.end.numeric}';

/**
 * @param {Catalogue} catalogue
 * @returns {import('./parts.js').Json}
 */
export function compare(catalogue) {
  return dashboard({
    uid: 'stackbench-compare',
    title: 'Compare',
    description: 'The same scenario of all targets side by side.',
    refresh: '10s',
    from: 'now-1h',
    variables: variables(),
    annotations: [],
    panels: layOut([
      row('Plateaus of $scenario in $run, all rounds, void cells included'),
      ...figures(catalogue),
      cells(catalogue),
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
      description: 'Names of runs begin with their date: the newest comes first, those started by hand last',
      sort: 4,
    }),
    variable({ ...tag('scenario', 'Scenario', ofRun), description: 'Scenarios of the run' }),
    variable({
      ...tag('target', 'Target', `${ofRun} AND "scenario" =~ /^\${scenario:regex}$/`),
      description: 'Targets of the scenario; panels are repeated for each',
      multi: true,
      includeAll: true,
      hidden: true,
    }),
  ];
}

/** @param {Catalogue} catalogue */
function figures(catalogue) {
  const bar = (
    /** @type {Pick<import('./parts.js').PanelOptions, 'title' | 'description' | 'unit' | 'width'>} */ options,
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
      { title: 'Throughput', description: 'Successful requests per second of all plateaus: sum over sum.', unit: 'reqps', width: 8 },
      'sum("plateauSuccesses") / sum("plateauSeconds")',
    ),
    bar(
      { title: 'p99', description: 'Of the stage where it is highest, in the round where it is highest.', unit: 'ms', width: 8 },
      'max("p99Ms")',
    ),
    bar(
      {
        title: 'CPU per 1,000 requests',
        description: 'CPU seconds of the target for 1,000 successful requests of the plateaus: sum over sum.',
        unit: 's',
        width: 8,
      },
      'sum("cpuSeconds") / sum("plateauSuccesses") * 1000',
    ),
    bar(
      {
        title: 'Threads',
        description: 'Live platform threads, the most on a plateau; virtual threads are not among them.',
        unit: 'none',
        width: 12,
      },
      'max("threadsMax")',
    ),
    bar({ title: 'Heap', description: 'Heap in use, the most on a plateau.', unit: 'bytes', width: 12 }, 'max("heapMaxBytes")'),
  ];
}

/** @param {Catalogue} catalogue */
function cells(catalogue) {
  const columns = [
    '"target"',
    '"round"',
    '"plateauSuccesses" / "plateauSeconds" AS "throughput"',
    '"p99Ms" AS "p99"',
    '"cpuSeconds" / "plateauSuccesses" * 1000 AS "CPU per 1,000"',
    '"threadsMax" AS "threads"',
    '"heapMaxBytes" AS "heap"',
    '"failures" AS "failed"',
    '"void" AS "void because"',
    '"startMs" AS "start"',
    '"endMs" AS "end"',
  ];
  const named = (/** @type {string} */ name, /** @type {Record<string, any>} */ properties) => override(`/^${name}$/`, properties);
  return panel(
    catalogue,
    'table',
    {
      title: 'Cells',
      description:
        'Every finished cell: the figures of the report. A void cell decides nothing; the report says more. A click on a start sets the time range to that cell.',
      noValue: NO_CELL,
      targets: [influxTable(`SELECT ${columns.join(', ')} FROM "cell" WHERE ${OF_RUN}`)],
      unit: 'none',
      width: 24,
      height: 8,
      overrides: [
        named('throughput', { unit: 'reqps', decimals: 0 }),
        named('p99', { unit: 'ms' }),
        named('CPU per 1,000', { unit: 's' }),
        named('heap', { unit: 'bytes' }),
        named('start', { unit: 'dateTimeAsIso', links: [{ title: 'Set the time range to this cell', url: ZOOM, targetBlank: false }] }),
        named('end', { unit: 'dateTimeAsIso' }),
      ],
    },
    {
      fieldDefaults: { unit: 'none', custom: { align: 'auto', filterable: true } },
      options: { showHeader: true, cellHeight: 'sm', footer: { show: false, reducer: ['sum'], fields: '' } },
      transformations: [{ id: 'organize', options: { excludeByName: { Time: true, time: true }, indexByName: {}, renameByName: {} } }],
    },
  );
}

/**
 * Grafana's charts over time know no axis that begins with each cell; its bar charts do, with a row of numbers. InfluxDB numbers the
 * seconds: elapsed() is the distance to the second before, and their sum the distance to the first.
 * @param {Catalogue} catalogue
 */
function fromTheStart(catalogue) {
  const perSecond = 'WHERE $timeFilter GROUP BY time(1s), "target", "round" fill(none)';
  const requests = `SELECT sum("value") AS "rps" FROM "http_reqs" WHERE ${loadOf('target')} AND "expected_response" = 'true' GROUP BY time(1s), "target", "round" fill(none)`;
  const distances = `SELECT elapsed(sum("rps"), 1s) AS "gap", sum("rps") AS "rps" FROM (${requests}) ${perSecond}`;
  const numbered = `SELECT cumulative_sum(sum("gap")) AS "second", sum("rps") AS "rps" FROM (${distances}) ${perSecond}`;
  return panel(
    catalogue,
    'barchart',
    {
      title: "Throughput by seconds since each cell's first answer",
      description:
        'Successful requests per second, the mean of the rounds in the time range. All cells begin at the left, so that the staircases lie over each other whenever they ran. The first second (0) is left out. Runs of one target by hand are one cell, pauses included, unless each has its own `ROUND`.',
      noValue: NO_LOAD,
      targets: [influxTable(`SELECT "second", "rps", "target" FROM (${numbered}) WHERE "second" > 0 AND $timeFilter`)],
      unit: 'reqps',
      width: 24,
      height: 9,
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
      // The axis is the first column of text. Its rows stay in the order in which they come: by time, a second that only a later cell has
      // comes last.
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

/** @param {Catalogue} catalogue */
function sideBySide(catalogue) {
  return [
    throughputOverThreads(catalogue, 'target', {
      title: '$target',
      description:
        'Solid, left axis: successful requests per second, the mean of the seconds that had any; a gap is a stall, or a time in which everything failed. Dashed, right axis: live platform threads.',
      noValue: NO_LOAD,
      width: 6,
      height: 8,
      repeat: 'target',
    }),
    timeseries(catalogue, {
      title: '$target: latency',
      description:
        'Solid: p50, dashed: p95, dotted: p99 of the successful requests of each second; over longer steps the highest, and where several statuses count as successes that of the slower one.',
      noValue: NO_LOAD,
      targets: ['p50', 'p95', 'p99'].map((field) => influx(percentile(field, 'target'), `$tag_target ${field}`)),
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
      targets: [
        prometheus(`rate(${series('process_cpu_time_ns_total', 'target')}[$__rate_interval]) / 1e9`, '{{target}}'),
        prometheus(series('cgroup_cpu_limit_cores', 'target'), '{{target}} limit'),
      ],
      unit: 'none',
      axisLabel: 'cores',
      width: 6,
      height: 8,
      repeat: 'target',
      overrides: [dashed('limit')],
    }),
  ];
}
