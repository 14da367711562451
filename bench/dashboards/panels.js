/** Builders for panels, in the classic dashboard schema that Grafana 9.5 to 13 read. */
import { series, throughput, underLoad, users, warmUpThroughput } from './queries.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {Record<string, any>} Json */
/**
 * @typedef {object} PanelOptions
 * @property {string} title
 * @property {string} description
 * @property {string} noValue shown instead of the chart if there are no data: a few words, because gauges and tiles cut it off
 * @property {Json[]} targets queries
 * @property {string} unit Grafana's name of it
 * @property {number} width in columns; a row has 24
 * @property {number} height
 * @property {string} [axisLabel]
 * @property {number} [max] end of the axis
 * @property {number} [softMax] end of the axis unless a value is higher. Without either, Grafana scales an axis of zeros to 100
 * @property {number} [decimals]
 * @property {Json} [legend]
 * @property {Json[]} [overrides] after the colours
 * @property {Json} [custom] further options of the lines
 * @property {string} [repeat] variable; the panel is repeated side by side for each of its values
 */

export const INFLUXDB = { type: 'influxdb', uid: 'influxdb' };
export const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' };
const MIXED = { type: 'datasource', uid: '-- Mixed --' };

/** Dashes distinguish the quantities of a panel; the colour is that of the target. */
const DASHED = { fill: 'dash', dash: [6, 4] };
const DOTTED = { fill: 'dot', dash: [2, 4] };

/** For properties of series that only tooltips name. */
const NOT_IN_LEGEND = { 'custom.hideFrom': { legend: true, tooltip: false, viz: false } };
const LEGEND = { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] };
/** Takes columns from the panel instead of a third of its height. */
export const LEGEND_ON_THE_RIGHT = { ...LEGEND, placement: 'right', width: 130 };

/** Connects points over one missing second, but not from one cell to the next. */
const SPAN_NULLS_MS = 3000;

/**
 * @param {string} query InfluxQL
 * @param {string} alias name of the series
 * @returns {Json}
 */
export function influx(query, alias) {
  return { datasource: INFLUXDB, rawQuery: true, query, alias, resultFormat: 'time_series' };
}

/**
 * @param {string} query InfluxQL that gives one series; its columns become the columns
 * @returns {Json}
 */
export function influxTable(query) {
  return { datasource: INFLUXDB, rawQuery: true, query, alias: '', resultFormat: 'table' };
}

/**
 * @param {string} expr PromQL
 * @param {string} legendFormat name of the series
 * @returns {Json}
 */
export function prometheus(expr, legendFormat) {
  return { datasource: PROMETHEUS, expr, legendFormat, editorMode: 'code', range: true, instant: false, format: 'time_series' };
}

/**
 * One colour for each target. Names of series begin with the target; `mvc` must not match `mvc-vt`.
 * @param {Catalogue} catalogue
 * @returns {Json[]}
 */
export function colours({ targets }) {
  return Object.entries(targets).map(([name, { colour }]) => override(`/^${name}( |$)/`, { color: { mode: 'fixed', fixedColor: colour } }));
}

/**
 * @param {string} pattern regular expression between slashes, for names of series
 * @param {Json} properties
 * @returns {Json}
 */
export function override(pattern, properties) {
  return {
    matcher: { id: 'byRegexp', options: pattern },
    properties: Object.entries(properties).map(([id, value]) => ({ id, value })),
  };
}

/**
 * Every target has up to three series in a panel. The legend has one for each, in its colour; tooltips have all.
 * @param {string} suffix series whose names end with it are drawn dashed
 */
export function dashed(suffix) {
  return override(`/ ${suffix}$/`, { 'custom.lineStyle': DASHED, ...NOT_IN_LEGEND });
}

/**
 * @param {string} suffix series whose names end with it are drawn dashed, on an axis of their own
 * @param {{ unit: string, axisLabel: string, [property: string]: unknown }} options and further properties
 */
export function dashedOnTheRight(suffix, { unit, axisLabel, ...more }) {
  return onTheRight(suffix, DASHED, { unit, axisLabel, ...more });
}

/**
 * @param {string} suffix series whose names end with it are drawn dotted, on an axis of their own
 * @param {{ unit: string, axisLabel: string, [property: string]: unknown }} options and further properties
 */
export function dottedOnTheRight(suffix, { unit, axisLabel, ...more }) {
  return onTheRight(suffix, DOTTED, { unit, axisLabel, ...more });
}

/** @param {string} suffix @param {Json} lineStyle @param {{ unit: string, axisLabel: string, [property: string]: unknown }} options */
function onTheRight(suffix, lineStyle, { unit, axisLabel, ...more }) {
  return override(`/ ${suffix}$/`, {
    unit,
    'custom.axisPlacement': 'right',
    'custom.axisLabel': axisLabel,
    'custom.lineStyle': lineStyle,
    ...NOT_IN_LEGEND,
    ...more,
  });
}

/** @param {string} suffix series whose names end with it are drawn dotted */
export function dotted(suffix) {
  return override(`/ ${suffix}$/`, { 'custom.lineStyle': DOTTED, ...NOT_IN_LEGEND });
}

const GREY = { mode: 'fixed', fixedColor: '#808080' };

/** Not the load, and so in no target's colour. */
const WARM_UP = override('/ warm-up$/', { color: GREY });

/** Virtual users: a grey staircase behind the other series, at a scale of its own. */
const USERS = override('/^users$/', {
  color: GREY,
  unit: 'suffix:users',
  'custom.axisPlacement': 'hidden',
  'custom.lineInterpolation': 'stepAfter',
  'custom.lineWidth': 0,
  'custom.fillOpacity': 14,
  'custom.showPoints': 'never',
});

/**
 * Grafana writes the panel's unit and its text for missing values at an axis of strings, too.
 */
export const STRING_AXIS = {
  matcher: { id: 'byType', options: 'string' },
  properties: [
    { id: 'unit', value: 'string' },
    { id: 'noValue', value: ' ' },
  ],
};

/**
 * @param {Catalogue} catalogue
 * @param {PanelOptions} options
 * @returns {Json}
 */
export function timeseries(catalogue, options) {
  const { unit, axisLabel = '', max, softMax, decimals, legend = LEGEND, custom = {} } = options;
  return panel(catalogue, 'timeseries', options, {
    fieldDefaults: {
      unit,
      min: 0,
      ...(max === undefined ? {} : { max }),
      ...(decimals === undefined ? {} : { decimals }),
      color: { mode: 'palette-classic' },
      custom: {
        drawStyle: 'line',
        lineInterpolation: 'linear',
        lineWidth: 2,
        fillOpacity: 0,
        // A cell within one step is a point, not a line.
        showPoints: 'auto',
        spanNulls: SPAN_NULLS_MS,
        axisPlacement: 'auto',
        axisLabel,
        ...(softMax === undefined ? {} : { axisSoftMax: softMax }),
        scaleDistribution: { type: 'linear' },
        ...custom,
      },
    },
    options: {
      legend,
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  });
}

/**
 * Solid, left axis: successful requests per second. Dashed, right axis: live platform threads. Grey, behind them: virtual users.
 * @param {Catalogue} catalogue
 * @param {string} chosen variable that holds the targets
 * @param {Pick<PanelOptions, 'title' | 'description' | 'noValue' | 'width' | 'height' | 'repeat'> & { ofLoad?: boolean }} options `ofLoad`: threads of
 *   the target under load only, named in the legend, too; those of idle targets would lie across the whole width. Warm-ups by hand as well
 * @returns {Json}
 */
export function throughputOverThreads(catalogue, chosen, { ofLoad = false, ...options }) {
  const threads = series('jvm_threads_live_threads', chosen);
  const inLegend = ofLoad ? { 'custom.hideFrom': { legend: false, tooltip: false, viz: false } } : {};
  return timeseries(catalogue, {
    ...options,
    targets: [
      influx(users(ofLoad ? null : chosen), 'users'),
      influx(throughput(chosen), '$tag_target'),
      prometheus(ofLoad ? underLoad(threads, chosen) : threads, '{{target}} threads'),
      ...(ofLoad ? [influx(warmUpThroughput(chosen), '$tag_target warm-up')] : []),
    ],
    unit: 'reqps',
    axisLabel: 'requests/s',
    overrides: [USERS, dashedOnTheRight('threads', { unit: 'none', axisLabel: 'threads', ...inLegend }), WARM_UP],
  });
}

/**
 * Requests in flight over the virtual users, of which each has at most one.
 * @param {Catalogue} catalogue
 * @param {Omit<PanelOptions, 'targets' | 'overrides' | 'unit'>} options
 * @returns {Json}
 */
export function inFlightOverUsers(catalogue, options) {
  const inFlight = `sum by (target) (${series('http_server_requests_active_seconds_count', 'targets')})`;
  return timeseries(catalogue, {
    ...options,
    targets: [influx(users(), 'users'), prometheus(inFlight, '{{target}}')],
    unit: 'none',
    overrides: [USERS],
  });
}

/**
 * @typedef {object} TileOptions
 * @property {string} [range] such as `15s`: the tile shows that long only, where the page shows the present
 * @property {string} [calc] how a series becomes one figure
 * @property {string} [fields] regular expression between slashes: columns that it shows; without it those that are numbers
 * @property {Json[]} [steps] of its colour, from the lowest
 *
 * One figure, in large type.
 * @param {Catalogue} catalogue
 * @param {PanelOptions & TileOptions} options
 * @returns {Json}
 */
export function tile(catalogue, { range, calc = 'lastNotNull', fields = '', steps = [], ...options }) {
  const { unit, max, decimals } = options;
  const made = panel(catalogue, 'stat', options, {
    fieldDefaults: {
      unit,
      ...(max === undefined ? {} : { max, min: 0 }),
      ...(decimals === undefined ? {} : { decimals }),
      color: { mode: 'thresholds' },
      thresholds: { mode: 'absolute', steps: [{ color: 'text', value: null }, ...steps] },
    },
    options: {
      reduceOptions: { calcs: [calc], fields, values: false },
      orientation: 'vertical',
      textMode: 'value',
      wideLayout: true,
      colorMode: 'value',
      graphMode: 'none',
      justifyMode: 'center',
      showPercentChange: false,
    },
  });
  return { ...made, ...(range ? { timeFrom: range, hideTimeOverride: true } : {}) };
}

/** Names of targets in their colours, in a column of that name. @param {Catalogue} catalogue @returns {Json} */
export function colouredNames({ targets }) {
  const options = Object.fromEntries(Object.entries(targets).map(([name, { colour }], index) => [name, { color: colour, index }]));
  return override('/(^|\\.)target$/', { mappings: [{ type: 'value', options }] });
}

/**
 * One bar per target.
 * @param {Catalogue} catalogue
 * @param {PanelOptions} options
 * @returns {Json}
 */
export function bars(catalogue, options) {
  return panel(catalogue, 'bargauge', options, {
    fieldDefaults: { unit: options.unit, min: 0, color: { mode: 'fixed' } },
    options: {
      orientation: 'horizontal',
      displayMode: 'basic',
      valueMode: 'text',
      showUnfilled: false,
      minVizWidth: 0,
      minVizHeight: 10,
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    },
  });
}

/**
 * @param {Catalogue} catalogue
 * @param {string} type
 * @param {PanelOptions} options
 * @param {{ fieldDefaults: Json, options: Json, transformations?: Json[] }} kind
 * @returns {Json}
 */
export function panel(catalogue, type, options, { fieldDefaults, options: kindOptions, transformations = [] }) {
  const { title, description, noValue, targets, width, height, overrides = [], repeat } = options;
  const sources = new Set(targets.map(({ datasource }) => datasource));
  return {
    type,
    title,
    description,
    datasource: sources.size === 1 ? [...sources][0] : MIXED,
    gridPos: { w: width, h: height },
    ...(repeat ? { repeat, repeatDirection: 'h', maxPerRow: 4 } : {}),
    fieldConfig: { defaults: { ...fieldDefaults, noValue }, overrides: [...colours(catalogue), ...overrides] },
    options: kindOptions,
    targets: targets.map((target, index) => ({ refId: String.fromCharCode(65 + index), ...target })),
    transformations,
  };
}
