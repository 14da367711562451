import { frame, panel, panelFigureAxis, panelsHeight, panelStageAxis, short, stroke } from './common.js';

/** @type {('p50' | 'p95' | 'p99')[]} */
const PERCENTILES = ['p50', 'p95', 'p99'];
/** From this ratio of the largest to the smallest on, the scale is logarithmic. */
const WIDE_RANGE = 20;

/**
 * Three panels, each with a scale of its own, side by side or, on a phone, below each other.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function latencyPerStage(scenario, look) {
  const targets = scenario.targets.map(({ target }) => target);
  return {
    ...frame(look, targets),
    grid: PERCENTILES.map((_, index) => panel(look, targets, index, PERCENTILES.length)),
    xAxis: PERCENTILES.map((_, gridIndex) => panelStageAxis(look, scenario, gridIndex)),
    yAxis: PERCENTILES.map((name, gridIndex) => ({
      ...panelFigureAxis(look, `${name}, ms`, gridIndex),
      ...durationScale(scenario.targets.flatMap(({ stages }) => stages.map((stage) => stage[name]))),
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

/** Height of the chart in px. @param {number} width @param {number} height of the other charts */
export function latencyHeight(width, height) {
  return panelsHeight(width, height, PERCENTILES.length);
}

/** From zero, or logarithmic where the range is wide. @param {(number | null)[]} values ms */
function durationScale(values) {
  const known = values.filter((ms) => ms !== null);
  const largest = Math.max(...known);
  const smallest = Math.min(...known);
  if (known.length === 0 || largest < WIDE_RANGE * smallest) return { type: 'value', min: 0 };
  return { type: 'log', min: 10 ** Math.floor(Math.log10(smallest)), max: 10 ** Math.ceil(Math.log10(largest)) };
}
