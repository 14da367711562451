/** Draws plots with ECharts: the only file that knows its options. It runs in the browser. */
import { count, number } from '../../util/text.ts';
import { escape } from '../html/template.ts';
import { filled, forECharts } from './symbols.ts';
import type { Plot, Axis, Panel, Series, Target, Point } from './plot.ts';

/** width of the chart in px, and the colours of the page's present theme */
export type Look = { width: number; text: string; faint: string; grid: string; background: string };

/** Below this width in px a chart is drawn for a phone. */
const NARROW = 560;
/** Px above a plot: room for the names of the vertical axes. */
const HEAD = 28;
/** Px of a panel on a phone, and of what lies below its plot. */
const PANEL = 268;
const FOOT = 60;

/** @param width of the chart @param usual height, where panels are side by side @returns px */
export function heightOf({ panels }: Plot, width: number, usual: number): number {
  return width < NARROW ? HEAD + panels.length * PANEL : usual;
}

/** @param plot targets that it does not have are not drawn, whatever its panels have @returns ECharts' options */
export function options(plot: Plot, look: Look) {
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
    grid: panels.map((_, index) => area(index, panels.length, look.width)),
    xAxis: panels.map(({ x }, gridIndex) => ({
      ...axis(x, look),
      ...{ gridIndex, nameLocation: 'middle', nameGap: 28, splitLine: { show: false } },
    })),
    yAxis: panels.map(({ y }, gridIndex) => ({
      ...axis(y, look),
      ...{ gridIndex, nameTextStyle: { color: text, fontWeight: 'bold', align: 'left' } },
    })),
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

function area(index: number, all: number, width: number) {
  if (width < NARROW) return { top: HEAD + index * PANEL, height: PANEL - FOOT, left: 8, right: 16, containLabel: true };
  const share = width / all;
  return { top: HEAD, bottom: 30, left: 8 + index * share, width: share - 28, containLabel: true };
}

function axis({ name, unit, isLog, min = 0, max, ticks }: Axis, { faint, grid }: Look) {
  return {
    ...{ type: isLog ? 'log' : 'value', min, max },
    name: [name, unit].filter(Boolean).join(', '),
    nameTextStyle: { color: faint },
    axisLabel: { color: faint, hideOverlap: true, customValues: ticks, formatter: short },
    axisPointer: { label: { formatter: ({ value }: { value: number }) => short(value) } },
    ...(ticks && { axisTick: { show: true, customValues: ticks } }),
    axisLine: { lineStyle: { color: faint }, onZero: false },
    splitLine: { show: !ticks, lineStyle: { color: grid } },
  };
}

/** An axis label that stays short on a phone. */
function short(value: number): string {
  return value >= 10_000 ? `${value / 1000}k` : value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

/** What lies behind the lines, and makes room for what goes up and down from them. */
function marks({ series, level }: Panel, index: number, { faint }: Look) {
  const ends = series.flatMap(({ points }) =>
    points.flatMap(({ x, low, high }) => (low === undefined ? [] : [low, high].map((end) => [x, end]))),
  );
  return {
    ...{ xAxisIndex: index, yAxisIndex: index, type: 'line', data: ends, silent: true, symbol: 'none', lineStyle: { opacity: 0 } },
    markLine: {
      ...{ silent: true, symbol: 'none', lineStyle: { color: faint, type: 'solid', width: 1 } },
      label: { show: Boolean(level?.name), formatter: level?.name, position: 'insideStartTop', color: faint },
      data: level ? [{ yAxis: level.value }] : [],
    },
  };
}

function drawn(
  { points }: Series,
  { label, colour, symbol, line }: Target,
  { panel, index, style, look }: { panel: Panel; index: number; style: Plot['style']; look: Look },
) {
  const isLine = style === 'lines';
  const { unit } = panel.y;
  const hollow = { color: look.background, borderColor: colour, borderWidth: 2 };
  return {
    ...{ xAxisIndex: index, yAxisIndex: index, type: 'line', name: label, z: 3, symbol: forECharts(isLine ? symbol : filled(symbol)) },
    symbolSize: 8,
    itemStyle: isLine ? { color: colour } : { ...hollow, color: colour },
    lineStyle: { color: colour, width: 2, type: line },
    tooltip: isLine
      ? { valueFormatter: (value: number | null) => `${Number.isInteger(value) ? count(value) : number(value)} ${unit}` }
      : { formatter: ({ data }: { data: { words: string } }) => escape(`${label} ${data.words}`) },
    data: points.map(({ x, y, words, isOpen }) => ({ value: [x, y], words, ...(isOpen && { itemStyle: hollow }) })),
    markLine: { silent: true, symbol: 'none', z: 2, label: { show: false }, data: points.flatMap((point) => upAndDown(point, colour)) },
  };
}

/** An interval, or a range of rounds. @returns the two ends of a line, or none */
function upAndDown({ x, low, high, isRange }: Point, colour: string): object[][] {
  if (low === undefined) return [];
  const lineStyle = { color: colour, width: 2, type: isRange ? [2, 3] : 'solid' };
  return [[{ coord: [x, low], lineStyle }, { coord: [x, high] }]];
}
