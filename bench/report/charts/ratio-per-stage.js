import { filledStroke, frame, legend, panel, panelFigureAxis, panelsHeight, panelStageAxis, tooltip } from './common.js';
import { escape } from './escape.js';

/** @type {{metric: 'throughput' | 'cpu', title: string}[]} */
const PANELS = [
  { metric: 'throughput', title: 'requests/s, ratio' },
  { metric: 'cpu', title: 'CPU per request, ratio' },
];
/** Ratios that people count in; those in the range of a panel are its ticks. */
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100];
const MOST_TICKS = 9;
/** However close the ratios are, a panel shows at least this much on either side of 1. */
const LEAST_RANGE = 1.06;
const ABREAST = 18;

/**
 * Ratios to the baseline, on a logarithmic scale: twice and half are equally far from 1. A dot for each target and stage with its
 * interval; filled where a verdict was given. The band is the noise floor.
 * @param {import('./chart-data.js').ScenarioData} scenario
 * @param {import('./common.js').Look} look
 */
export function ratioPerStage(scenario, look) {
  const names = new Set(scenario.ratios.map(({ target }) => target.name));
  const targets = scenario.targets.map(({ target }) => target).filter(({ name }) => names.has(name));
  return {
    ...frame(look, targets),
    legend: { ...legend(look, targets), itemWidth: 12 },
    tooltip: { ...tooltip(look), trigger: 'item' },
    grid: PANELS.map((_, index) => panel(look, targets, index, PANELS.length)),
    xAxis: PANELS.map((_, gridIndex) => levelAxis(look, scenario, gridIndex)),
    yAxis: PANELS.map(({ metric, title }, gridIndex) => ({
      ...panelFigureAxis(look, title, gridIndex),
      ...ratioScale(scenario, metric, look),
      splitLine: { show: false },
    })),
    series: PANELS.flatMap(({ metric }, index) => [
      reference(scenario, look, metric, index),
      ...targets.flatMap((target, place) => {
        const offset = (place - (targets.length - 1) / 2) * ABREAST;
        const own = scenario.ratios.filter((each) => each.metric === metric && each.target.name === target.name);
        return [dots(own, target, look, index, offset), intervals(own, index, offset)];
      }),
    ]),
  };
}

/** The stages, and behind them the blocks. @param {import('./common.js').Look} look @param {import('./chart-data.js').ScenarioData} scenario @param {number} gridIndex of the panel */
function levelAxis(look, scenario, gridIndex) {
  const axis = panelStageAxis(look, scenario, gridIndex);
  return { ...axis, name: 'VUs of the stage, and of the blocks', data: [...axis.data, `blocks: ${scenario.blockVus}`] };
}

/** Height of the chart in px. @param {number} width @param {number} height of the other charts */
export function ratioHeight(width, height) {
  return panelsHeight(width, height, PANELS.length);
}

/** @param {import('./chart-data.js').ScenarioData} scenario @param {'throughput' | 'cpu'} metric @param {import('./common.js').Look} look */
function ratioScale({ ratios, floors }, metric, look) {
  const own = ratios.filter((each) => each.metric === metric).flatMap(({ low, high }) => [low, high]);
  const all = [...own, floors[metric] ?? 1, 1 / (floors[metric] ?? 1), LEAST_RANGE, 1 / LEAST_RANGE].map(Math.log);
  const margin = 0.06 * (Math.max(...all) - Math.min(...all));
  const [min, max] = [Math.min(...all) - margin, Math.max(...all) + margin];
  const ticks = spaced(
    TICKS.map(Math.log).filter((tick) => tick >= min && tick <= max),
    (max - min) / MOST_TICKS,
  );
  return {
    ...{ type: 'value', min, max },
    axisTick: { show: true, customValues: ticks },
    axisLabel: {
      color: look.faint,
      customValues: ticks,
      formatter: (/** @type {number} */ value) => `×${Number(Math.exp(value).toFixed(2))}`,
    },
  };
}

/**
 * Ticks that do not touch: outwards from ×1, each at a distance from the one before.
 * @param {number[]} ticks in rising order, with 0, which is ×1
 * @param {number} distance
 */
function spaced(ticks, distance) {
  const outwards = (/** @type {number[]} */ side) => {
    let last = 0;
    return side.filter((tick) => {
      const far = Math.abs(tick - last) >= distance;
      if (far) last = tick;
      return far;
    });
  };
  const below = ticks.filter((tick) => tick < 0).reverse();
  const above = ticks.filter((tick) => tick > 0);
  return [...outwards(below).reverse(), 0, ...outwards(above)];
}

/** The baseline at ×1 and the noise floor around it. @param {import('./chart-data.js').ScenarioData} scenario @param {import('./common.js').Look} look @param {'throughput' | 'cpu'} metric @param {number} index */
function reference({ floors }, look, metric, index) {
  const floor = floors[metric];
  return {
    ...{ type: 'line', data: [], silent: true, xAxisIndex: index, yAxisIndex: index },
    markLine: {
      ...{ silent: true, symbol: 'none', label: { show: false }, lineStyle: { color: look.faint, type: 'solid', width: 1 } },
      data: [{ yAxis: 0 }],
    },
    markArea: {
      ...{ silent: true, itemStyle: { color: look.band } },
      data: floor === null ? [] : [[{ yAxis: -Math.log(floor) }, { yAxis: Math.log(floor) }]],
    },
  };
}

/**
 * @param {import('./chart-data.js').Ratio[]} ratios of one target
 * @param {import('./common.js').Target} target
 * @param {import('./common.js').Look} look
 * @param {number} index
 * @param {number} offset px
 */
function dots(ratios, target, look, index, offset) {
  return {
    ...filledStroke(target),
    ...{
      type: 'scatter',
      id: `${target.name} ${index}`,
      xAxisIndex: index,
      yAxisIndex: index,
      z: 3,
      symbolSize: 10,
      symbolOffset: [offset, 0],
    },
    tooltip: { formatter: (/** @type {{data: {words: string}}} */ { data }) => `${escape(target.label)} ${data.words}` },
    data: ratios.map((each) => ({
      value: [each.stage, Math.log(each.ratio)],
      words: words(each),
      itemStyle: { color: each.decided ? target.colour : look.background, borderColor: target.colour, borderWidth: 2, opacity: 1 },
    })),
  };
}

/** @param {import('./chart-data.js').Ratio} ratio @returns {string} for the tooltip */
function words({ ratio, low, high, rounds, interval, decided }) {
  if (rounds === 1) return `×${ratio.toFixed(2)}, one round`;
  const verdict = interval ? ' ~' : ' indicative';
  return `×${ratio.toFixed(2)} ${interval ? '' : 'rounds '}[${low.toFixed(2)}, ${high.toFixed(2)}]${decided ? '' : verdict}`;
}

/** @param {import('./chart-data.js').Ratio[]} ratios of one target @param {number} index @param {number} offset px */
function intervals(ratios, index, offset) {
  return {
    ...{ type: 'custom', silent: true, xAxisIndex: index, yAxisIndex: index, tooltip: { show: false } },
    name: ratios[0]?.target.label,
    itemStyle: { color: ratios[0]?.target.colour },
    encode: { x: 0, y: [1, 2] },
    data: ratios.map(({ stage, low, high }) => [stage, Math.log(low), Math.log(high)]),
    renderItem: (/** @type {{dataIndex: number}} */ { dataIndex }, /** @type {any} */ api) => {
      const { target, interval } = ratios[dataIndex];
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const style = { stroke: target.colour, lineWidth: 2, lineDash: interval ? undefined : [2, 3] };
      return { type: 'line', shape: { x1: x + offset, y1: low, x2: x + offset, y2: high }, style };
    },
  };
}
