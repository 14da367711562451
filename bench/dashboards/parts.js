/** Builders for panels, in the classic dashboard schema that Grafana 9.5 to 13 read. */
import { series, throughput } from './queries.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */
/** @typedef {Record<string, any>} Json */
/**
 * @typedef {object} PanelOptions
 * @property {string} title
 * @property {string} description
 * @property {string} noValue shown instead of the chart if there are no data
 * @property {Json[]} targets queries
 * @property {string} unit Grafana's name of it
 * @property {number} width in columns; a row has 24
 * @property {number} height
 * @property {string} [axisLabel]
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

/** @param {string} suffix series whose names end with it are drawn dashed */
export function dashed(suffix) {
  return override(`/ ${suffix}$/`, { 'custom.lineStyle': DASHED });
}

/**
 * @param {string} suffix series whose names end with it are drawn dashed, on an axis of their own
 * @param {{ unit: string, axisLabel: string, [property: string]: unknown }} options and further properties
 */
export function dashedOnTheRight(suffix, { unit, axisLabel, ...more }) {
  return override(`/ ${suffix}$/`, {
    unit,
    'custom.axisPlacement': 'right',
    'custom.axisLabel': axisLabel,
    'custom.lineStyle': DASHED,
    ...more,
  });
}

/** @param {string} suffix series whose names end with it are drawn dotted */
export function dotted(suffix) {
  return override(`/ ${suffix}$/`, { 'custom.lineStyle': DOTTED });
}

/**
 * @param {Catalogue} catalogue
 * @param {PanelOptions} options
 * @returns {Json}
 */
export function timeseries(catalogue, options) {
  const { unit, axisLabel = '', custom = {} } = options;
  return panel(catalogue, 'timeseries', options, {
    fieldDefaults: {
      unit,
      min: 0,
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
        scaleDistribution: { type: 'linear' },
        ...custom,
      },
    },
    options: {
      legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  });
}

/**
 * Solid, left axis: successful requests per second. Dashed, right axis: live platform threads.
 * @param {Catalogue} catalogue
 * @param {string} chosen variable that holds the targets
 * @param {Pick<PanelOptions, 'title' | 'description' | 'noValue' | 'width' | 'height' | 'repeat'> & { threadLine?: Json }} options
 *   `threadLine`: further properties of the threads' lines
 * @returns {Json}
 */
export function throughputOverThreads(catalogue, chosen, { threadLine, ...options }) {
  return timeseries(catalogue, {
    ...options,
    targets: [influx(throughput(chosen), '$tag_target'), prometheus(series('jvm_threads_live_threads', chosen), '{{target}} threads')],
    unit: 'reqps',
    axisLabel: 'requests/s',
    overrides: [dashedOnTheRight('threads', { unit: 'none', axisLabel: 'threads', ...threadLine })],
  });
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

/**
 * A heading. A collapsed row contains its panels; the panels of an open row follow it.
 * @param {string} title
 * @param {Json[] | null} hidden panels of a collapsed row
 * @returns {Json}
 */
export function row(title, hidden = null) {
  return { type: 'row', title, collapsed: hidden !== null, gridPos: { w: 24, h: 1 }, panels: hidden ?? [] };
}

/**
 * Gives every panel its number and its place: from left to right, on a new line if it does not fit.
 * @param {Json[]} panels
 * @returns {Json[]} the same
 */
export function layOut(panels) {
  let id = 0;
  const place = { x: 0, y: 0, height: 0 };
  const put = (/** @type {Json} */ each) => {
    const { w, h } = each.gridPos;
    if (place.x + w > 24) Object.assign(place, { x: 0, y: place.y + place.height, height: 0 });
    each.id = ++id;
    each.gridPos = { x: place.x, y: place.y, w, h };
    Object.assign(place, { x: place.x + w, height: Math.max(place.height, h) });
    for (const hidden of each.panels ?? []) put(hidden);
  };
  panels.forEach(put);
  return panels;
}

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.label
 * @param {string} options.description
 * @param {Json} options.datasource
 * @param {Json | string} options.query
 * @param {boolean} [options.multi]
 * @param {string | null} [options.allValue] value of 'All'; null: the list of all values
 * @param {boolean} [options.includeAll] 'All' is offered, and selected at first
 * @param {boolean} [options.hidden]
 * @param {number} [options.sort] Grafana's number of an order
 * @returns {Json}
 */
export function variable(options) {
  const {
    name,
    label,
    description,
    datasource,
    query,
    multi = false,
    allValue = null,
    includeAll = false,
    hidden = false,
    sort = 0,
  } = options;
  return {
    type: 'query',
    name,
    label,
    description,
    datasource,
    query,
    definition: typeof query === 'string' ? query : query.query,
    regex: '',
    sort,
    refresh: 2,
    multi,
    includeAll,
    allValue,
    hide: hidden ? 2 : 0,
    skipUrlSync: false,
    options: [],
    current: includeAll ? { selected: true, text: multi ? ['All'] : 'All', value: multi ? ['$__all'] : '$__all' } : {},
  };
}

/**
 * Grafana names a column `measurement.column`. It uses the column as a tag, or else as the text, if the requested name occurs anywhere in
 * that name. Tags must be text. The first remaining column becomes the title (transformAnnotationResponse and colContainsTag in
 * public/app/plugins/datasource/influxdb/response_parser.ts).
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.query InfluxQL
 * @param {string} options.textColumn
 * @param {string} options.tagsColumn names of columns, separated by commas
 * @param {string} options.colour
 * @param {number[]} options.panels numbers of the panels that show it
 * @returns {Json}
 */
export function annotation({ name, query, textColumn, tagsColumn, colour, panels }) {
  return {
    name,
    datasource: INFLUXDB,
    enable: true,
    hide: false,
    iconColor: colour,
    filter: { exclude: false, ids: panels },
    target: {
      refId: 'Anno',
      name,
      query,
      rawQuery: true,
      queryType: 'tags',
      fromAnnotations: true,
      textEditor: true,
      resultFormat: 'table',
      textColumn,
      tagsColumn,
      titleColumn: '',
      timeEndColumn: '',
    },
  };
}

/**
 * @param {object} options
 * @param {string} options.uid
 * @param {string} options.title
 * @param {string} options.description
 * @param {string} options.refresh
 * @param {string} options.from
 * @param {Json[]} options.variables
 * @param {Json[]} options.annotations
 * @param {Json[]} options.panels laid out
 * @returns {Json}
 */
export function dashboard({ uid, title, description, refresh, from, variables, annotations, panels }) {
  return {
    uid,
    title,
    description,
    tags: ['stackbench'],
    schemaVersion: 38,
    version: 1,
    editable: true,
    graphTooltip: 1,
    liveNow: false,
    refresh,
    time: { from, to: 'now' },
    timepicker: { refresh_intervals: ['1s', '2s', '5s', '10s', '1m'] },
    timezone: 'browser',
    fiscalYearStartMonth: 0,
    weekStart: '',
    links: [
      { type: 'dashboards', title: '', tags: ['stackbench'], asDropdown: false, includeVars: false, keepTime: true, icon: 'dashboard' },
    ],
    templating: { list: variables },
    annotations: { list: annotations },
    panels,
  };
}
