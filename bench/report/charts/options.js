import { count, number } from '../../util/text.js';
import { escape } from './escape.js';
import { filled, forECharts } from './symbols.js';

/**
 * Draws plots with ECharts: the only file that knows its options. It runs in the browser.
 *
 * @typedef {import('./plot.js').Plot} Plot
 * @typedef {import('./plot.js').Panel} Panel
 * @typedef {import('./plot.js').Series} Series
 * @typedef {import('./plot.js').Target} Target
 * @typedef {{width: number, text: string, faint: string, grid: string, band: string, background: string}} Look
 *   width of the chart in px, and the colours of the page's present theme
 */

/** Below this width in px a chart is drawn for a phone. */
const NARROW = 560;
/** Px above a plot: room for the names of the vertical axes, and for those of the stages. */
const HEAD = 28;
const STAGE_NAMES = 22;
/** Px of a panel on a phone, and of what lies below its plot. */
const PANEL = 268;
const FOOT = 60;
/** Px from one symbol to the next on a line, and for the name of a stage. */
const SYMBOL_DISTANCE = 28;
const STAGE_NAME = 56;

/** @param {Plot} plot @param {number} width of the chart @param {number} usual height, where panels are side by side @returns {number} px */
export function heightOf({ panels }, width, usual) {
  return width < NARROW ? HEAD + panels.length * PANEL : usual;
}

/**
 * @param {Plot} plot targets that it does not have are not drawn, whatever its panels have
 * @param {Look} look
 * @returns {Record<string, any>} ECharts' options
 */
export function options(plot, look) {
  const { style, targets, panels } = plot;
  const { text, background, grid } = look;
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: text, fontFamily: 'system-ui, sans-serif', fontSize: 12 },
    tooltip: {
      ...{ trigger: style === 'lines' ? 'axis' : 'item', confine: true },
      ...{ backgroundColor: background, borderColor: grid, textStyle: { color: text, fontSize: 12 } },
    },
    grid: panels.map((panel, index) => area(panel, index, panels.length, look.width)),
    xAxis: panels.map(({ x }, gridIndex) => ({
      ...axis(x, look),
      ...{ gridIndex, nameLocation: 'middle', nameGap: 28, splitLine: { show: false } },
    })),
    yAxis: panels.flatMap(({ y, right, stages }, gridIndex) => {
      const common = { gridIndex, nameGap: stages ? 24 : 15 };
      const name = { color: text, fontWeight: 'bold' };
      return [
        { ...axis(y, look), ...common, nameTextStyle: { ...name, align: 'left' } },
        {
          ...axis(right ?? {}, look),
          ...common,
          show: Boolean(right),
          splitLine: { show: false },
          nameTextStyle: { ...name, align: 'right' },
        },
      ];
    }),
    series: panels.flatMap((panel, index) => [
      marks(panel, index, look),
      ...targets.flatMap((target) =>
        panel.series
          .filter((series) => series.target === target.name)
          .map((series) => drawn(series, target, { panel, index, style, look })),
      ),
    ]),
  };
}

/** @param {Panel} panel @param {number} index @param {number} all panels @param {number} width of the chart */
function area({ stages }, index, all, width) {
  const top = HEAD + (stages ? STAGE_NAMES : 0);
  if (width < NARROW) return { top: top + index * PANEL, height: PANEL - FOOT, left: 8, right: 16, containLabel: true };
  const share = width / all;
  return { top, bottom: 30, left: 8 + index * share, width: share - 28, containLabel: true };
}

/** @param {import('./plot.js').Axis} axis @param {Look} look */
function axis({ name, unit, labels, isLog, min = 0, max, ticks = labels?.map((_, index) => index), sign = '' }, { faint, grid }) {
  const label = (/** @type {number} */ value) => labels?.[value] ?? `${sign}${short(value)}`;
  return {
    ...{ type: isLog ? 'log' : 'value', ...(labels ? { min: -0.5, max: labels.length - 0.5 } : { min, max }) },
    name: [name, unit].filter(Boolean).join(', '),
    nameTextStyle: { color: faint },
    axisLabel: { color: faint, hideOverlap: true, customValues: ticks, formatter: label },
    axisPointer: { label: { formatter: (/** @type {{ value: number }} */ { value }) => label(value) } },
    ...(ticks && { axisTick: { show: true, customValues: ticks } }),
    axisLine: { lineStyle: { color: faint }, onZero: false },
    splitLine: { show: !ticks, lineStyle: { color: grid } },
  };
}

/** An axis label that stays short on a phone. @param {number} value @returns {string} */
function short(value) {
  return value >= 10_000 ? `${value / 1000}k` : value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

/** Each panel has two vertical axes, of which the right one may be hidden. @param {number} panel @param {boolean} [isRight] */
function axesOf(panel, isRight = false) {
  return { xAxisIndex: panel, yAxisIndex: 2 * panel + Number(isRight) };
}

/** What lies behind the lines, and makes room for what goes up and down from them. @param {Panel} panel @param {number} index @param {Look} look */
function marks({ series, stages = [], floor, level }, index, { width, band, faint }) {
  const ends = series.flatMap(({ points }) =>
    points.flatMap(({ x, low, high }) =>
      low === undefined
        ? []
        : [
            [x, low],
            [x, high],
          ],
    ),
  );
  const every = Math.ceil((STAGE_NAME * stages.length) / (width - 100));
  const alternately = stages.map(({ name, from, to }, place) => [
    { name: place % every === 0 ? name : '', xAxis: from, itemStyle: { color: place % 2 === 0 ? band : 'transparent' } },
    { xAxis: to },
  ]);
  return {
    ...{ ...axesOf(index), type: 'line', data: ends, silent: true, symbol: 'none', lineStyle: { opacity: 0 } },
    markArea: {
      ...{ silent: true, z: -1, itemStyle: { color: band }, label: { position: 'top', color: faint, fontSize: 11 } },
      data: [...alternately, ...(floor ? [floor.map((value) => ({ yAxis: value }))] : [])],
    },
    markLine: {
      ...{ silent: true, symbol: 'none', lineStyle: { color: faint, type: 'solid', width: 1 } },
      label: { show: Boolean(level?.name), formatter: level?.name, position: 'insideStartTop', color: faint },
      data: level ? [{ yAxis: level.value }] : [],
    },
  };
}

/**
 * @param {Series} series
 * @param {Target} target
 * @param {{ panel: Panel, index: number, style: Plot['style'], look: Look }} place
 */
function drawn({ points, isThin }, { label, colour, symbol, line }, { panel, index, style, look }) {
  const isLine = style === 'lines';
  const { unit } = isThin && panel.right ? panel.right : panel.y;
  const hollow = { color: look.background, borderColor: colour, borderWidth: 2 };
  return {
    ...{ ...axesOf(index, isThin), type: 'line', name: label, z: 3 },
    ...(isThin ? { step: 'middle', symbol: 'none' } : { symbol: forECharts(isLine ? symbol : filled(symbol)) }),
    symbolSize: symbolSize(points.length, style, look),
    itemStyle: isLine ? { color: colour } : { ...hollow, color: colour },
    lineStyle: { color: colour, width: isThin ? 1 : 2, type: line, opacity: style === 'dots' ? 0 : 1 },
    tooltip: isLine
      ? { valueFormatter: (/** @type {number | null} */ value) => `${Number.isInteger(value) ? count(value) : number(value)} ${unit}` }
      : { formatter: (/** @type {{ data: { words: string } }} */ { data }) => escape(`${label} ${data.words}`) },
    data: points.map(({ x, y, words, isOpen }) => ({ value: [x, y], words, ...(isOpen && { itemStyle: hollow }) })),
    markLine: { silent: true, symbol: 'none', z: 2, label: { show: false }, data: points.flatMap((point) => upAndDown(point, colour)) },
  };
}

/** An interval, or a range of rounds. @param {import('./plot.js').Point} point @param {string} colour @returns {object[][]} the two ends of a line, or none */
function upAndDown({ x, low, high, isRange }, colour) {
  if (low === undefined) return [];
  const lineStyle = { color: colour, width: 2, type: isRange ? [2, 3] : 'solid' };
  return [[{ coord: [x, low], lineStyle }, { coord: [x, high] }]];
}

/** On a line, symbols not so close that they overlap. @param {number} points @param {Plot['style']} style @param {Look} look */
function symbolSize(points, style, { width }) {
  const every = style === 'lines' ? Math.ceil((SYMBOL_DISTANCE * points) / width) : 1;
  if (every <= 1) return style === 'dots' ? 10 : 8;
  return (/** @type {unknown} */ _, /** @type {{ dataIndex: number }} */ { dataIndex }) => (dataIndex % every === 0 ? 6 : 0);
}
