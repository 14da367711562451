/** Builders for panels, in the classic dashboard schema that Grafana 9.5 to 13 read. What is undefined does not get into the JSON. */
import { CORES, influx, prometheus, series, throughput, underLoad, users, warmUpThroughput } from './queries.js';
import { dashed, legend, LIMIT, onTheRight, USERS, WARM_UP } from './overrides.js';

/** @typedef {Record<string, any>} Json */
/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} description
 * @property {string} [noValue] shown instead of the chart if there are no data: a few words, because gauges and tiles cut it off
 * @property {Json[]} targets queries
 * @property {string} [unit] Grafana's name of it
 * @property {number} [max] end of the axis
 * @property {number} [decimals]
 * @property {Json[]} [overrides] after the colours
 * @property {Json[]} [transformations]
 * @property {number} [width] in columns of 24; without it, the panels of a line have the same
 *
 * @typedef {object} OfCharts
 * @property {string} [axisLabel]
 * @property {number} [softMax] end of the axis unless a value is higher; of numbers without a unit 1. Without this and `max`, Grafana scales an axis of zeros to 100
 * @property {Json} [legend]
 * @property {Json} [custom] further options of the lines
 */

export const NO_LOAD = 'No load in this time range';
export const NO_TARGET = 'No target was scraped in this time';

const MIXED = { type: 'datasource', uid: '-- Mixed --' };
export const LEGEND = { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] };
const TOOLTIP = { mode: 'multi', sort: 'desc' };

/**
 * @param {string} type Grafana's name of it
 * @param {Panel} panel
 * @param {Json} defaults of its fields
 * @param {Json} options of its type
 * @returns {Json} without its place and the colours of the targets
 */
export function panel(type, { title, description, noValue = NO_TARGET, targets, width, ...more }, defaults, options) {
  const { overrides = [], transformations } = more;
  const [datasource, ...others] = new Set(targets.map((target) => target.datasource));
  return {
    type,
    title,
    description,
    datasource: others.length === 0 ? datasource : MIXED,
    gridPos: { w: width },
    fieldConfig: { defaults: { ...defaults, noValue }, overrides },
    options,
    targets: targets.map((target, index) => ({ refId: String.fromCharCode(65 + index), ...target })),
    transformations,
  };
}

/** Lines over time. @param {Panel & OfCharts} options */
export function chart(options) {
  const { unit = 'none', max, softMax = unit === 'none' ? 1 : undefined, decimals, axisLabel = '', custom } = options;
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
  return panel('timeseries', options, defaults, { legend: options.legend ?? LEGEND, tooltip: TOOLTIP });
}

/**
 * Solid, left axis: successful requests per second. Dashed, right axis: live platform threads of the target under load: those of idle targets would
 * lie across the whole width. Grey, behind them: virtual users, and warm-ups by hand.
 * @param {Omit<Panel, 'targets'>} options
 */
export function throughputOverThreads(options) {
  return chart({
    ...options,
    noValue: NO_LOAD,
    targets: [
      users(),
      influx(throughput()),
      prometheus(underLoad(series('jvm_threads_live_threads')), '{{target}} threads'),
      influx(warmUpThroughput(), '$tag_target warm-up'),
    ],
    unit: 'reqps',
    axisLabel: 'requests/s',
    overrides: [USERS, dashed('threads', onTheRight('threads'), legend(true)), WARM_UP],
  });
}

/** Solid: cores that the target's process uses. Dashed: the limit, which all targets of a run share. @param {Omit<Panel, 'targets'>} options */
export function cpuAndLimit(options) {
  const limit = prometheus(`max(${series('cgroup_cpu_limit_cores')} > 0)`, 'limit');
  return chart({ ...options, targets: [prometheus(CORES), limit], axisLabel: 'cores', overrides: [LIMIT] });
}
