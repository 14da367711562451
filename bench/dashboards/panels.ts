/** Builders for panels, in the classic dashboard schema that Grafana 9.5 to 13 read. What is undefined does not get into the JSON. */
import { CORES, influx, OF_WARM_UP, prometheus, series, throughput, underLoad, users } from './queries.ts';

export type Json = Record<string, any>;

/** a query may have an `override`, the rule by which its series are drawn */
export type Panel = [title: string, description: string, options: Options, ...queries: Json[]];

export interface Options {
  /** shown instead of the chart if there are no data: a few words, because gauges and tiles cut it off */
  noValue?: string;
  /** Grafana's name of it */
  unit?: string;
  /** end of the axis */
  max?: number;
  decimals?: number;
  /** after the colours and those of the queries */
  overrides?: Json[];
  transformations?: Json[];
  /** in columns of 24; without it, the panels of a line have the same */
  width?: number;
}

interface OfCharts extends Options {
  axisLabel?: string;
  /** end of the axis unless a value is higher; of numbers without a unit 1. Without this and `max`, Grafana scales an axis of zeros to 100 */
  softMax?: number;
  legend?: Json;
  /** further options of the lines */
  custom?: Json;
}

export const NO_LOAD = 'No load in this time range';
const NO_TARGET = 'No target was scraped in this time';

const MIXED = { type: 'datasource', uid: '-- Mixed --' };
export const LEGEND = { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] };
const TOOLTIP = { mode: 'multi', sort: 'desc' };

/** @param type Grafana's name of it @param defaults of its fields @param options of its type @returns without its place and targets' colours */
export function panel(type: string, [title, description, more, ...queries]: Panel, defaults: Json, options: Json): Json {
  const { noValue = NO_TARGET, overrides = [], transformations, width } = more;
  const [datasource, ...others] = new Set(queries.map((query) => query.datasource));
  return {
    type,
    title,
    description,
    datasource: others.length === 0 ? datasource : MIXED,
    gridPos: { w: width },
    fieldConfig: { defaults: { ...defaults, noValue }, overrides: [...queries.flatMap((query) => query.override ?? []), ...overrides] },
    options,
    targets: queries.map((query, index) => ({ refId: String.fromCharCode(65 + index), ...query, override: undefined })),
    transformations,
  };
}

export function chart(title: string, description: string, options: OfCharts, ...queries: Json[]) {
  const { unit = 'none', max, softMax = unit === 'none' ? 1 : undefined, decimals, axisLabel = '', legend = LEGEND, custom } = options;
  const lines = {
    drawStyle: 'line',
    lineInterpolation: 'linear',
    lineWidth: 2,
    fillOpacity: 0,
    // A cell within one step is a point, not a line.
    showPoints: 'auto',
    // Connects points over one missing second, but not from one cell to the next.
    spanNulls: 3000,
    axisPlacement: 'auto',
    axisLabel,
    axisSoftMax: softMax,
    scaleDistribution: { type: 'linear' },
    ...custom,
  };
  const defaults = { unit, min: 0, max, decimals, color: { mode: 'palette-classic' }, custom: lines };
  return panel('timeseries', [title, description, options, ...queries], defaults, { legend, tooltip: TOOLTIP });
}

/** Gives some series of a panel properties of their own: the last rule that matches wins. @param pattern for their names, between slashes */
export function override(pattern: string, properties: Json): Json {
  const list = Object.entries(properties).map(([id, value]) => ({ id, value }));
  return { matcher: { id: 'byRegexp', options: pattern }, properties: list };
}

/** Dashes distinguish the quantities of a panel; the colour is that of the target. */
export const DASHED = { 'custom.lineStyle': { fill: 'dash', dash: [6, 4] } };
export const DOTTED = { 'custom.lineStyle': { fill: 'dot', dash: [2, 4] } };
/** Readable on dark and on light pages, and no target's colour. */
export const GREY_COLOUR = '#808080';
const GREY = { color: { mode: 'fixed', fixedColor: GREY_COLOUR } };

/** @param isShown whether the legend has the series, too */
export function inLegend(isShown: boolean) {
  return { 'custom.hideFrom': { legend: !isShown, tooltip: false, viz: false } };
}

/** An axis of their own. */
export function onTheRight(label: string, unit = 'none') {
  // An axis of zeros would reach to 100.
  return { unit, 'custom.axisPlacement': 'right', 'custom.axisLabel': label, 'custom.axisSoftMax': 1 };
}

/** A further quantity of each target, dashed; the legend has one for each target. @param suffix of the names @param more properties */
export function secondary(suffix: string, expr: string, axis: Json = {}, more: Json = {}) {
  const properties = { ...axis, ...DASHED, ...inLegend(false), ...more };
  return { ...prometheus(expr, `{{target}} ${suffix}`), override: override(`/ ${suffix}$/`, properties) };
}

/** Virtual users: a grey staircase behind the other series, at a scale of its own. */
export const USERS = {
  ...users(),
  override: override('/^users$/', {
    ...GREY,
    unit: 'suffix:users',
    'custom.axisPlacement': 'hidden',
    'custom.lineInterpolation': 'stepAfter',
    'custom.lineWidth': 0,
    'custom.fillOpacity': 14,
    'custom.showPoints': 'never',
  }),
};

/** Not the load, and so in no target's colour. */
const WARM_UP = { ...influx(throughput(', "target"', OF_WARM_UP), '$tag_target warm-up'), override: override('/ warm-up$/', GREY) };

/** Threads are those of the target under load: of idle targets they would lie across the whole width. */
export function throughputOverThreads(description: string, legend: Json = LEGEND) {
  const threads = secondary('threads', underLoad(series('jvm_threads_live_threads')), onTheRight('threads'), inLegend(true));
  const options = { noValue: NO_LOAD, unit: 'reqps', axisLabel: 'requests/s', legend };
  return chart('Throughput over thread count', description, options, USERS, influx(throughput()), threads, WARM_UP);
}

/** Dashed: what all targets share. */
const LIMIT = {
  ...prometheus(`max(${series('cgroup_cpu_limit_cores')} > 0)`, 'limit'),
  override: override('/^limit$/', { ...GREY, ...DASHED }),
};

/** Solid: cores that the target's process uses. */
export function cpuAndLimit(title: string, description: string) {
  return chart(title, description, { axisLabel: 'cores' }, prometheus(CORES), LIMIT);
}
