import { acrossAxis, figuresAxis, filledStroke, frame, readable, short, tooltip } from './common.js';
import { escape } from './escape.js';

/**
 * @typedef {import('./common.js').Target} Target
 * @typedef {import('./common.js').Look} Look
 * @typedef {object} CurvePoint one value of a swept knob
 * @property {number} value
 * @property {number} rps
 * @property {number | null} low end of the interval, or of the range of the rounds; null of the default value
 * @property {number | null} high
 * @property {boolean} isInterval
 * @property {boolean} isDecided does it differ from the default value?
 * @typedef {{ name: string, lines: { target: Target, points: CurvePoint[] }[] }} Curve `name` of the horizontal axis
 */

/**
 * Requests/s over the values of a sweep, one line per target. The axis is logarithmic: a knob is turned by factors.
 * @param {{ curve?: Curve | null }} scenario
 * @param {Look} look
 */
export function sweepCurve({ curve }, look) {
  const { name, lines } = curve ?? { name: '', lines: [] };
  const values = [...new Set(lines.flatMap(({ points }) => points.map(({ value }) => value)))].sort((a, b) => a - b);
  const [least, most] = [values[0] ?? 1, values.at(-1) ?? 1].map(Math.log);
  const margin = 0.06 * (most - least) || 0.1;
  const { grid, ...framed } = frame(
    look,
    lines.map(({ target }) => target),
  );
  return {
    ...framed,
    grid: { ...grid, right: 28 },
    tooltip: { ...tooltip(look), trigger: 'item' },
    xAxis: {
      ...acrossAxis(look, name),
      ...{ type: 'value', min: least - margin, max: most + margin },
      axisTick: { show: true, customValues: values.map(Math.log) },
      axisLabel: {
        ...{ color: look.faint, hideOverlap: true, customValues: values.map(Math.log) },
        formatter: (/** @type {number} */ value) => short(Number(Math.exp(value).toPrecision(6))),
      },
    },
    yAxis: figuresAxis(look, 'requests/s'),
    series: lines.flatMap((line) => [curveLine(line, look), intervals(line)]),
  };
}

/** @param {Curve['lines'][number]} line @param {Look} look */
function curveLine({ target, points }, look) {
  return {
    ...filledStroke(target),
    type: 'line',
    z: 3,
    tooltip: { formatter: (/** @type {{data: {words: string}}} */ { data }) => `${escape(target.label)} ${data.words}` },
    data: points.map((point) => ({
      value: [Math.log(point.value), point.rps],
      words: words(point),
      ...(!point.isDecided && point.low !== null && { itemStyle: { color: look.background, borderColor: target.colour, borderWidth: 2 } }),
    })),
  };
}

/** @param {CurvePoint} point @returns {string} for the tooltip */
function words({ value, rps, low, high, isInterval, isDecided }) {
  const figure = `${value}: ${readable(rps)} requests/s`;
  if (low === null || high === null) return `${figure}, the default`;
  return `${figure} ${isInterval ? '' : 'rounds '}[${readable(low)}, ${readable(high)}]${isDecided ? '' : ' ~'}`;
}

/** @param {Curve['lines'][number]} line */
function intervals({ target, points }) {
  const drawn = points.filter(({ low }) => low !== null);
  return {
    ...{ type: 'custom', name: target.label, silent: true, tooltip: { show: false }, itemStyle: { color: target.colour } },
    encode: { x: 0, y: [1, 2] },
    data: drawn.map(({ value, low, high }) => [Math.log(value), low, high]),
    renderItem: (/** @type {{dataIndex: number}} */ { dataIndex }, /** @type {any} */ api) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const style = { stroke: target.colour, lineWidth: 2, lineDash: drawn[dataIndex].isInterval ? undefined : [2, 3] };
      return { type: 'line', shape: { x1: x, y1: low, x2: x, y2: high }, style };
    },
  };
}
