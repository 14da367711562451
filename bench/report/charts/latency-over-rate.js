import { acrossAxis, axis, filledStroke, frame, readable, short, tooltip } from './common.js';
import { escape } from './escape.js';

/**
 * @typedef {import('./common.js').Target} Target
 * @typedef {import('./common.js').Look} Look
 * @typedef {{rate: number, p99Ms: number, holds: boolean}} Point a rate that was tried
 * @typedef {{name: string, sloP99Ms: number, targets: {target: Target, points: Point[]}[]}} CapacityData of a scenario
 */

/**
 * The p99 of every rate that was tried, one line per target, and the SLO across; a symbol is filled where the rate held.
 * @param {CapacityData} scenario
 * @param {Look} look
 */
export function latencyOverRate({ sloP99Ms, targets }, look) {
  const { grid, ...framed } = frame(
    look,
    targets.map(({ target }) => target),
  );
  return {
    ...framed,
    grid: { ...grid, right: 28 },
    tooltip: { ...tooltip(look), trigger: 'item' },
    xAxis: {
      ...acrossAxis(look, 'requests/s'),
      type: 'value',
      min: 0,
      axisLabel: { color: look.faint, hideOverlap: true, formatter: short },
    },
    yAxis: {
      ...axis(look, 'p99, ms'),
      type: 'log',
      axisLabel: { color: look.faint, formatter: short },
      nameTextStyle: { color: look.faint, align: 'left' },
    },
    series: targets.map(({ target, points }, index) => ({
      ...filledStroke(target),
      type: 'line',
      tooltip: { formatter: (/** @type {{data: {words: string}}} */ { data }) => `${escape(target.label)} ${data.words}` },
      data: points.map((point) => tried(point, target, look)),
      ...(index === 0 && { markLine: limitLine(sloP99Ms, look) }),
    })),
  };
}

/** @param {Point} point @param {Target} target @param {Look} look */
function tried({ rate, p99Ms, holds }, target, look) {
  return {
    value: [rate, p99Ms],
    words: `${readable(p99Ms)} ms at ${readable(rate)} requests/s${holds ? '' : ', did not hold'}`,
    ...(!holds && { itemStyle: { color: look.background, borderColor: target.colour, borderWidth: 2 } }),
  };
}

/** In no target's colour. @param {number} sloP99Ms @param {Look} look */
function limitLine(sloP99Ms, look) {
  return {
    silent: true,
    symbol: 'none',
    data: [{ yAxis: sloP99Ms }],
    lineStyle: { color: look.faint },
    label: { formatter: `SLO: ${sloP99Ms} ms`, position: 'insideStartTop', color: look.faint },
  };
}
