import { NARROW, axis, base, legend, legendHeight, short, stroke, tooltip } from './common.js';

/** @type {('p50' | 'p95' | 'p99')[]} */
const PERCENTILES = ['p50', 'p95', 'p99'];
/** From this ratio of the largest to the smallest on, the scale is logarithmic. */
const WIDE_RANGE = 10;
const PANEL_HEIGHT = 190;
const PANEL_GAP = 66;

/**
 * Three panels with one scale, side by side or, on a phone, below each other.
 * @param {import('../chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function latencyPerStage(scenario, look) {
  const values = scenario.targets
    .flatMap(({ stages }) => stages.flatMap((stage) => PERCENTILES.map((name) => stage[name])))
    .filter((ms) => ms !== null);
  const scale = scaleOf(values);
  return {
    ...base(look),
    legend: legend(
      look,
      scenario.targets.map(({ target }) => target),
    ),
    tooltip: tooltip(look),
    grid: PERCENTILES.map((_, index) => panel(look, index)),
    xAxis: PERCENTILES.map((_, gridIndex) => ({
      ...axis(look, 'VUs of the stage'),
      gridIndex,
      type: 'category',
      nameLocation: 'middle',
      nameGap: 26,
      data: scenario.stages.map(({ vus }) => String(vus)),
      splitLine: { show: false },
    })),
    yAxis: PERCENTILES.map((name, gridIndex) => ({
      ...axis(look, `${name}, ms`),
      gridIndex,
      ...scale,
      nameTextStyle: { color: look.text, fontWeight: 'bold', align: 'left' },
      axisLabel: { color: look.faint, formatter: short },
    })),
    series: PERCENTILES.flatMap((name, index) =>
      scenario.targets.map(({ target, stages }) => ({
        ...stroke(target),
        id: `${target.name} ${name}`,
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        data: stages.map((stage) => stage[name]),
      })),
    ),
  };
}

/** Height of the chart in px. @param {number} width */
export function latencyHeight(width) {
  return width < NARROW ? 52 + PERCENTILES.length * (PANEL_HEIGHT + PANEL_GAP) : 340;
}

/** The same for all panels, so that they can be compared. @param {number[]} values ms */
function scaleOf(values) {
  const largest = Math.max(...values);
  const smallest = Math.min(...values);
  if (values.length === 0 || largest < WIDE_RANGE * smallest)
    return { type: 'value', min: 0, max: values.length > 0 ? roundUp(largest) : 1 };
  return { type: 'log', min: 10 ** Math.floor(Math.log10(smallest)), max: 10 ** Math.ceil(Math.log10(largest)) };
}

/** To two significant digits, upwards. @param {number} value */
function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(value / unit) * unit;
}

/** @param {import('./common.js').Look} look @param {number} index */
function panel(look, index) {
  const top = legendHeight(look) + 28;
  if (look.width < NARROW) {
    return { top: top + index * (PANEL_HEIGHT + PANEL_GAP), height: PANEL_HEIGHT, left: 52, right: 16 };
  }
  const width = (look.width - 16) / PERCENTILES.length;
  return { top, bottom: 46, left: 56 + index * width, width: width - 72 };
}
