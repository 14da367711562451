import { filled, forECharts } from './symbols.js';

/**
 * What all charts share. The files of this folder run in the browser: they are put into the page as they are.
 *
 * @typedef {import('./chart-data.js').Target} Target
 * @typedef {{width: number, text: string, faint: string, grid: string, band: string, background: string}} Look
 *   width of the chart in px, and the colours of the page's present theme
 */

/** Below this width in px a chart is drawn for a phone. */
export const NARROW = 560;
const LEGEND_ICON = 34;
const LEGEND_LINE = 14;
/** Px of a character, rather too many: an empty line is better than names in the plot. */
const LEGEND_CHARACTER = 8;

/** @param {Look} look */
function base(look) {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { color: look.text, fontFamily: 'system-ui, sans-serif', fontSize: 12 },
  };
}

/** @param {Look} look @param {Target[]} targets */
export function legend(look, targets) {
  return {
    top: 0,
    left: 'center',
    width: legendWidth(look.width),
    itemWidth: LEGEND_ICON,
    itemGap: legendGap(look.width),
    textStyle: { color: look.text, fontSize: 12 },
    data: targets.map(({ label }) => label),
  };
}

/**
 * What a chart begins with: its targets in the legend, one grid below.
 * @param {Look} look
 * @param {Target[]} targets
 */
export function frame(look, targets) {
  const grid = { top: legendHeight(look.width, targets) + 28, left: 8, right: 16, bottom: 30, containLabel: true };
  return { ...base(look), legend: legend(look, targets), tooltip: tooltip(look), grid };
}

/** @param {number} width of the chart */
function legendWidth(width) {
  return width - 16;
}

/** Px between two names, and between two lines of them. @param {number} width of the chart */
function legendGap(width) {
  return width < NARROW ? 10 : 20;
}

/** Height in px that the legend takes: at least two lines on a phone. @param {number} width of the chart @param {Target[]} targets */
export function legendHeight(width, targets) {
  const lines = Math.max(legendLines(width, targets), width < NARROW ? 2 : 1);
  return lines * LEGEND_LINE + (lines - 1) * legendGap(width) + 14;
}

/**
 * What the legend of many targets takes more than that of a few, in px: by so much the chart is higher.
 * @param {number} width of the chart
 * @param {Target[]} targets
 */
export function legendExcess(width, targets) {
  return legendHeight(width, targets) - legendHeight(width, []);
}

/** @param {number} width of the chart @param {Target[]} targets */
function legendLines(width, targets) {
  let lines = 1;
  let taken = 0;
  for (const { label } of targets) {
    const needed = LEGEND_ICON + 5 + LEGEND_CHARACTER * label.length;
    if (taken > 0 && taken + needed > legendWidth(width)) {
      lines += 1;
      taken = 0;
    }
    taken += needed + legendGap(width);
  }
  return lines;
}

/** A target's line and symbols, the same in every chart. @param {Target} target */
export function stroke({ label, colour, symbol, line }) {
  return {
    name: label,
    symbol: forECharts(symbol),
    symbolSize: 8,
    itemStyle: { color: colour },
    lineStyle: { color: colour, width: 2, type: line },
  };
}

/** The same where it is not the target that makes a symbol hollow: ECharts' hollow ones are `emptyCircle`, …. @param {Target} target */
export function filledStroke(target) {
  return stroke({ ...target, symbol: filled(target.symbol) });
}

/** @param {Look} look @param {string} name */
export function axis(look, name) {
  return {
    name,
    nameTextStyle: { color: look.faint },
    axisLabel: { color: look.faint, hideOverlap: true },
    axisLine: { lineStyle: { color: look.faint } },
    splitLine: { lineStyle: { color: look.grid } },
  };
}

/** A horizontal axis. @param {Look} look @param {string} name */
export function acrossAxis(look, name) {
  return { ...axis(look, name), nameLocation: 'middle', nameGap: 28, splitLine: { show: false } };
}

/** @param {Look} look @param {import('./chart-data.js').ScenarioData} scenario */
export function stageAxis(look, { stages }) {
  return { ...acrossAxis(look, 'VUs of the stage'), type: 'category', data: stages.map(({ vus }) => String(vus)) };
}

/** @param {Look} look @param {string} name @param {number} max */
export function secondsAxis(look, name, max) {
  return { ...acrossAxis(look, name), type: 'value', min: 0, max };
}

/** A vertical axis of figures from zero. @param {Look} look @param {string} name */
export function figuresAxis(look, name) {
  return {
    ...axis(look, name),
    type: 'value',
    min: 0,
    axisLabel: { color: look.faint, formatter: short },
    nameTextStyle: { color: look.faint, align: 'left' },
  };
}

/** @param {Look} look */
export function tooltip(look) {
  return {
    trigger: 'axis',
    confine: true,
    backgroundColor: look.background,
    borderColor: look.grid,
    textStyle: { color: look.text, fontSize: 12 },
    valueFormatter: readable,
  };
}

/** @param {unknown} value a figure of a chart, as in the tables: three significant digits below 100 */
export function readable(value) {
  if (typeof value !== 'number') return '–';
  return value.toLocaleString('en-US', value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });
}

/** An axis label that stays short on a phone. @param {number} value @returns {string} */
export function short(value) {
  if (value >= 10_000) return `${value / 1000}k`;
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

const PANEL_HEIGHT = 200;
const PANEL_GAP = 68;

/**
 * Panels side by side or, on a phone, below each other.
 * @param {Look} look
 * @param {Target[]} targets in the legend
 * @param {number} index of the panel
 * @param {number} count of panels
 */
export function panel(look, targets, index, count) {
  const top = legendHeight(look.width, targets) + 28;
  if (look.width < NARROW) return { top: top + index * (PANEL_HEIGHT + PANEL_GAP), height: PANEL_HEIGHT, left: 52, right: 16 };
  const width = (look.width - 16) / count;
  return { top, bottom: 46, left: 56 + index * width, width: width - 72 };
}

/** The horizontal axis of a panel. @param {Look} look @param {import('./chart-data.js').ScenarioData} scenario @param {number} gridIndex of the panel */
export function panelStageAxis(look, scenario, gridIndex) {
  return { ...stageAxis(look, scenario), gridIndex, nameGap: 26 };
}

/** The vertical axis of a panel, still without its scale; its name is the panel's title. @param {Look} look @param {string} name @param {number} gridIndex of the panel */
export function panelFigureAxis(look, name, gridIndex) {
  return { ...axis(look, name), gridIndex, nameTextStyle: { color: look.text, fontWeight: 'bold', align: 'left' } };
}

/** Height in px of a chart of panels. @param {number} width @param {number} height of the other charts @param {number} count of panels */
export function panelsHeight(width, height, count) {
  return width < NARROW ? 52 + count * (PANEL_HEIGHT + PANEL_GAP) : height;
}
