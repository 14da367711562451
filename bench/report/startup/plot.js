import { escape } from '../charts/escape.js';
import { filled, shape } from '../charts/symbols.js';

/**
 * Every start as a dot, the mean as the target's symbol on its 95 % interval. Its colours are those of forest.css.
 *
 * @typedef {import('../../analyse/startup.js').StartMean} StartMean
 * @typedef {{ label: string } & import('../html/swatch.js').Drawn} Target
 * @typedef {{ name: string, unit: string, scale: number, text: (value: number) => string }} Axis `scale`: the figure's value that is one unit
 * @typedef {{ name: string, width: number, names: number, figures: number, font: number, ticks: number }} Layout `names`, `figures`: room for them on the left
 *   and on the right
 */

/** Those of a desktop page and of a phone: the page's style shows one of them. @type {Layout[]} */
const LAYOUTS = [
  { name: 'wide', width: 1160, names: 220, figures: 130, font: 14, ticks: 6 },
  { name: 'narrow', width: 362, names: 122, figures: 70, font: 12, ticks: 3 },
];
const ROW = 26;
const HEAD = 26;

/** @param {StartMean[]} means @param {Axis} axis @param {Record<string, Target>} targets @returns {string} SVG elements */
export function startPlot(means, axis, targets) {
  return LAYOUTS.map((layout) => drawn(means, axis, targets, layout)).join('');
}

/** @param {StartMean[]} means @param {Axis} axis @param {Record<string, Target>} targets @param {Layout} layout */
function drawn(means, axis, targets, layout) {
  const { name, width, names, figures, font, ticks: count } = layout;
  const most = Math.max(...means.flatMap(({ values, high }) => [...values, high ?? 0]));
  const step = niceStep(most / axis.scale / count) * axis.scale;
  const end = step * Math.ceil(most / step);
  const [from, to] = [names, width - figures];
  const x = (/** @type {number} */ value) => Number((from + (value / end) * (to - from)).toFixed(1));
  const height = HEAD + means.length * ROW + 6;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${x(tick)} ${HEAD - 6}V${height}"/><text class="faint" x="${x(tick)}" y="${HEAD - 11}" text-anchor="middle">${Number((tick / axis.scale).toPrecision(6))}</text>`,
  );
  const rows = means.map((found, index) => row(found, { x, y: HEAD + index * ROW + ROW / 2, axis, target: targets[found.target], width }));
  const label = `${axis.name} of every start, in ${axis.unit}, by target; the same as a table below`;
  return `<svg class="forest ${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}"><g font-size="${font}">${grid.join('')}${rows.join('')}</g></svg>`;
}

/**
 * @param {StartMean} found
 * @param {{ x: (value: number) => number, y: number, axis: Axis, target: Target, width: number }} place
 */
function row({ values, mean, low, high }, { x, y, axis, target: { label, colour, symbol }, width }) {
  const own = escape(colour);
  const dots = values.map((value) => `<circle cx="${x(value)}" cy="${y + 7}" r="2" fill="${own}"/>`);
  const line = low === null || high === null ? '' : `<path d="M${x(low)} ${y}H${x(high)}" stroke="${own}" stroke-width="2.5" fill="none"/>`;
  const look = filled(symbol) === symbol ? 'symbol' : 'symbol hollow';
  const mark = `<g class="${look}" transform="translate(${x(mean)} ${y})" fill="${own}" stroke="${own}">${shape(symbol)}</g>`;
  return `<text class="strong" x="0" y="${y + 5}">${escape(label)}</text>${dots.join('')}${line}${mark}<text x="${width}" y="${y + 5}" text-anchor="end">${escape(`${axis.text(mean)} ${axis.unit}`)}</text>`;
}

/** @param {number} least @returns {number} 1, 2 or 5 times a power of ten, at least that */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
