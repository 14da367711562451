/** Every start as a dot, the mean as the target's symbol on its 95 % interval. Its colours are those of forest.css. */
import { mark } from '../forest/svg.ts';
import { html, trusted, type Html } from '../html/template.ts';
import type { Drawn } from '../charts/plot.ts';
import type { FigureWords } from '../words/variants/startup.ts';
import type { StartMean } from '../../analyse/startup.ts';

type Axis = Pick<FigureWords, 'name' | 'unit' | 'scale' | 'text'>;

type Targets = Record<string, Drawn>;

/** `names`, `figures`: room for them on the left and on the right */
type Layout = { name: string; width: number; names: number; figures: number; font: number; ticks: number };

/** Those of a desktop page and of a phone: the page's style shows one of them. */
const LAYOUTS: Layout[] = [
  { name: 'wide', width: 1160, names: 220, figures: 130, font: 14, ticks: 6 },
  { name: 'narrow', width: 362, names: 122, figures: 70, font: 12, ticks: 3 },
];
const ROW = 26;
const HEAD = 26;

export function startPlot(means: StartMean[], axis: Axis, targets: Targets): Html {
  return html`${LAYOUTS.map((layout) => drawn(means, axis, targets, layout))}`;
}

function drawn(means: StartMean[], axis: Axis, targets: Targets, { name, width, names, figures, font, ticks: count }: Layout) {
  const most = Math.max(...means.flatMap(({ values, high }) => [...values, high ?? 0]));
  const step = niceStep(most / axis.scale / count) * axis.scale;
  const end = step * Math.ceil(most / step);
  const x = (value: number) => Number((names + (value / end) * (width - figures - names)).toFixed(1));
  const height = HEAD + means.length * ROW + 6;
  const grid = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => {
    const label = Number(((index * step) / axis.scale).toPrecision(6));
    const place = x(index * step);
    return html`<path class="grid" d="M${place} ${HEAD - 6}V${height}"/><text class="faint" x="${place}" y="${HEAD - 11}" text-anchor="middle">${label}</text>`;
  });
  const rows = means.map((found, index) => row(found, { x, y: HEAD + index * ROW + ROW / 2, axis, width }, targets[found.target]));
  const label = `${axis.name} of every start, in ${axis.unit}, by target; the same as a table below`;
  return html`<svg class="forest ${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><g font-size="${font}">${grid}${rows}</g></svg>`;
}

type Place = { x: (value: number) => number; y: number; axis: Axis; width: number };

function row({ values, mean, low, high }: StartMean, { x, y, axis, width }: Place, target: Drawn) {
  const { label, colour } = target;
  const dots = values.map((value) => html`<circle cx="${x(value)}" cy="${y + 7}" r="2" fill="${colour}"/>`);
  const line =
    low !== null && high !== null && html`<path d="M${x(low)} ${y}H${x(high)}" stroke="${colour}" stroke-width="2.5" fill="none"/>`;
  const figure = `${axis.text(mean)} ${axis.unit}`;
  return html`<text class="strong" x="0" y="${y + 5}">${label}</text>${dots}${line}${trusted(mark(target, x(mean), y))}<text x="${width}" y="${y + 5}" text-anchor="end">${figure}</text>`;
}

/** @returns 1, 2 or 5 times a power of ten, at least that */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
