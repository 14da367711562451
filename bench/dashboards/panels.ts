/** Builders for panels, in the classic dashboard schema that Grafana 9.5 to 13 read. What is undefined does not get into the JSON. */
import { CORES, influx, prometheus, series, throughput, underLoad, users, warmUpThroughput } from './queries.ts';
import { dashed, legend, LIMIT, onTheRight, USERS, WARM_UP } from './overrides.ts';

export type Json = Record<string, any>;
export interface Panel {
  title: string;
  description: string;
  /** shown instead of the chart if there are no data: a few words, because gauges and tiles cut it off */
  noValue?: string;
  /** queries */
  targets: Json[];
  /** Grafana's name of it */
  unit?: string;
  /** end of the axis */
  max?: number;
  decimals?: number;
  /** after the colours */
  overrides?: Json[];
  transformations?: Json[];
  /** in columns of 24; without it, the panels of a line have the same */
  width?: number;
}

interface OfCharts {
  axisLabel?: string;
  /** end of the axis unless a value is higher; of numbers without a unit 1. Without this and `max`, Grafana scales an axis of zeros to 100 */
  softMax?: number;
  legend?: Json;
  /** further options of the lines */
  custom?: Json;
}

export const NO_LOAD = 'No load in this time range';
export const NO_TARGET = 'No target was scraped in this time';

const MIXED = { type: 'datasource', uid: '-- Mixed --' };
export const LEGEND = { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] };
const TOOLTIP = { mode: 'multi', sort: 'desc' };

/**
 * @param type Grafana's name of it
 * @param defaults of its fields
 * @param options of its type
 * @returns without its place and the colours of the targets
 */
export function panel(
  type: string,
  { title, description, noValue = NO_TARGET, targets, width, ...more }: Panel,
  defaults: Json,
  options: Json,
): Json {
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

/** Lines over time. */
export function chart(options: Panel & OfCharts) {
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
 */
export function throughputOverThreads(options: Omit<Panel, 'targets'>) {
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

/** Solid: cores that the target's process uses. Dashed: the limit, which all targets of a run share. */
export function cpuAndLimit(options: Omit<Panel, 'targets'>) {
  const limit = prometheus(`max(${series('cgroup_cpu_limit_cores')} > 0)`, 'limit');
  return chart({ ...options, targets: [prometheus(CORES), limit], axisLabel: 'cores', overrides: [LIMIT] });
}
