/** The forest plot: of each scenario and target the ratio to the baseline. In Node it is put into the page and into report.svg, in the browser it is
 * drawn again when something else is chosen. Its colours are those of forest.css. */
import { escape } from '../html/template.ts';
import { filled, shape } from '../charts/symbols.ts';
import { number } from '../../util/text.ts';
import { METRIC_WORDS, type ComparedMetric } from '../words/ratios/metrics.ts';
import { bottleneckInTwoWords } from '../words/bottleneck.ts';
import { factor, isShown, rowNote, rowRatioText, verdictWord } from '../words/verdicts.ts';
import { BEFORE_NAME, BEFORE_TARGET, CHARACTER, axisOf, placeOf, spacedTicks, withRoomFor, type Axis, type Layout } from './layout.ts';
import type { Drawn } from '../charts/plot.ts';
import type { VerdictRow } from '../verdicts/rows.ts';

export interface View {
  /** of one metric and baseline, scenario by scenario; pairs that do not fit are not drawn */
  rows: VerdictRow[];
  metric: ComparedMetric;
  baseline: string;
  targets: Record<string, Drawn>;
}

export type Drawing = { svg: string; height: number };

const TICK_DISTANCE = 40;

export function forestSvg(view: View, layout: Layout): string {
  const { svg, height } = forest(view, layout);
  const label = `${METRIC_WORDS[view.metric].name} against ${view.targets[view.baseline].label}, by scenario and target; the same as a table below`;
  return `<svg class="forest ${layout.name}" viewBox="0 0 ${layout.width} ${height}" role="img" aria-label="${escape(label)}">${svg}</svg>`;
}

export function forest(whole: View, given: Layout, top = 0): Drawing {
  const view = { ...whole, rows: whole.rows.filter(({ reason }) => reason !== 'unfit') };
  const names = view.rows.map(({ target }) => view.targets[target].label);
  const scenarios = [...new Set(view.rows.map(({ scenario }) => scenario))].map((name) =>
    view.rows.filter(({ scenario }) => scenario === name),
  );
  const layout = withRoomFor(given, { names, beside: scenarios.flatMap(([row]) => scenarioLines(view, row)) });
  const axis = axisOf(view.rows);
  const begin = top + layout.head;
  let y = begin;
  const groups = scenarios.map((rows) => {
    const drawn = scenarioGroup(view, rows, { layout, axis, y });
    y += drawn.height;
    return drawn.svg;
  });
  const grid = axis.ticks.map((tick) => `<path class="${tick === 1 ? 'one' : 'grid'}" d="M${xOf(axis, layout, tick)} ${begin - 6}V${y}"/>`);
  const svg = [...grid, heads(view, axis, layout, top), ...groups].join('');
  return { svg: `<g font-size="${layout.font}">${svg}</g>`, height: y + 4 };
}

/** `y`: the upper edge */
type Place = { layout: Layout; axis: Axis; y: number };

function xOf(axis: Axis, { plot: [from, to] }: Layout, ratio: number) {
  return round(from + placeOf(axis, ratio) * (to - from));
}

function heads(view: View, axis: Axis, layout: Layout, top: number) {
  const { name, sides } = METRIC_WORDS[view.metric];
  const one = xOf(axis, layout, 1);
  const [words, ticks] = [top + layout.font + 2, top + layout.head - 10];
  const [from, to] = layout.plot;
  const labels = spacedTicks(axis, TICK_DISTANCE / (to - from)).map((tick) =>
    text(`×${tick}`, { x: xOf(axis, layout, tick), y: ticks, kind: 'faint', anchor: 'middle' }),
  );
  const ratios = view.rows.some(({ low }) => low !== null) ? 'ratio [95 % interval]' : 'ratio (range of rounds)';
  const title = layout.title > 0 ? name : `${name} against ${view.targets[view.baseline].label}`;
  return [
    text(title, { x: 0, y: words, kind: 'strong', room: layout.title > 0 ? 90 : from - 80, font: layout.font }),
    text(`← ${sides[0]}`, { x: one - 8, y: words, kind: 'faint', anchor: 'end' }),
    text(`${sides[1]} →`, { x: one + 8, y: words, kind: 'faint' }),
    ...labels,
    layout.intervals ? text(ratios, { x: layout.ratio, y: ticks, kind: 'faint' }) : '',
    text('bottleneck', { x: layout.bottleneck, y: ticks, kind: 'faint' }),
  ].join('');
}

function scenarioGroup(view: View, rows: VerdictRow[], { layout, axis, y }: Place): Drawing {
  const height = Math.max(layout.title + rows.length * layout.row, layout.least) + 8;
  const first = y + 4 + layout.title;
  const lines = rows.map((row, index) => targetRow(view, row, { layout, axis, y: first + index * layout.row }));
  return { svg: `<path class="grid" d="M0 ${y}H${layout.width}"/>${scenarioName(view, rows[0], layout, y)}${lines.join('')}`, height };
}

/** @returns what is said once of a scenario's rows: its name, the baseline's figure and bottleneck */
function scenarioLines(view: View, { scenario, baselineFigure, baselineBottleneck, metric }: VerdictRow): string[] {
  const unit = metric === 'throughput' ? '/s' : metric === 'p99' ? ' ms' : '';
  const base = `${view.targets[view.baseline].label} ${number(baselineFigure)}${baselineFigure === null ? '' : unit}`;
  return [scenario, base, bottleneckInTwoWords(baselineBottleneck)];
}

function scenarioName(view: View, row: VerdictRow, layout: Layout, y: number) {
  const [scenario, ...others] = scenarioLines(view, row);
  const { font, title, width, target } = layout;
  if (title > 0) {
    const faint = others.filter(Boolean).join(' · ');
    return (
      text(scenario, { x: 0, y: y + 17, kind: 'strong', room: 110, font }) +
      text(faint, { x: width, y: y + 17, kind: 'faint', anchor: 'end' })
    );
  }
  const line = (words: string, index: number) =>
    text(words, { x: 0, y: y + font + 6 + index * 19, kind: index === 0 ? 'strong' : 'faint', room: target - BEFORE_TARGET, font });
  return [scenario, ...others].map(line).join('');
}

function targetRow(view: View, row: VerdictRow, { layout, axis, y }: Place) {
  const { font, target: x, nameWidth, intervals } = layout;
  const target = view.targets[row.target];
  const { label } = target;
  const middle = y + layout.row / 2;
  const base = round(middle + font * 0.35);
  const kind = isShown(row) ? 'strong' : 'faint';
  const ratio = intervals
    ? text(ratioAndNote(row, layout), { x: layout.ratio, y: base, kind })
    : text(row.ratio === null ? rowNote(row) || '–' : `×${factor(row.ratio)}`, { x: layout.ratio, y: base, kind, anchor: 'end' });
  return `<g data-point="${escape(`${row.scenario}/${row.target}`)}"><title>${escape(`${row.scenario}, ${label}: ${rowRatioText(row)}, ${verdictWord(row)}`)}</title>
${mark(target, x + 6, middle)}${text(label, { x: x + BEFORE_NAME, y: base, kind: 'text', room: nameWidth - BEFORE_NAME, font })}${point(row, { layout, axis, y: middle }, target)}${ratio}${text(bottleneckInTwoWords(row.bottleneck), { x: layout.bottleneck, y: base, kind: 'faint', room: layout.width - layout.bottleneck, font })}</g>`;
}

/** A target's symbol about a place. */
export function mark({ colour, symbol }: Drawn, x: number, y: number): string {
  const look = filled(symbol) === symbol ? 'symbol' : 'symbol hollow';
  return `<g class="${look}" transform="translate(${x} ${y})" fill="${escape(colour)}" stroke="${escape(colour)}">${shape(symbol)}</g>`;
}

/** @returns without the note where both do not fit */
function ratioAndNote(row: VerdictRow, { ratio, bottleneck, font }: Layout): string {
  const figures = row.ratio === null ? '' : rowRatioText(row);
  const both = `${figures} ${rowNote(row)}`.trim() || '–';
  return figures === '' || both.length * font * CHARACTER < bottleneck - ratio ? both : figures;
}

function point(row: VerdictRow, { layout, axis, y }: Place, { colour, symbol }: Drawn) {
  const { ratio, low, high, rangeOfRounds, verdict } = row;
  if (verdict === 'discarded') return hatched(layout, y);
  if (ratio === null) return '';
  const shown = isShown(row);
  const paint = shown ? ` stroke="${escape(colour)}" fill="${escape(colour)}"` : '';
  const ends = low !== null && high !== null ? [low, high] : rangeOfRounds;
  const line =
    ends && `<path class="${low === null ? 'range' : 'interval'}" d="M${ends.map((end) => xOf(axis, layout, end)).join(` ${y}H`)}"/>`;
  const x = xOf(axis, layout, ratio);
  const isBeyond = ratio < axis.low || ratio > axis.high;
  const dot = isBeyond ? arrow(ratio < 1, x, y) : `<g class="dot" transform="translate(${x} ${y})">${shape(symbol)}</g>`;
  return `<g class="${shown ? 'shown' : 'open'}"${paint}>${line ?? ''}${dot}</g>`;
}

/** Where the axis ends before the ratio. @param x end of the axis */
function arrow(isBelow: boolean, x: number, y: number) {
  return `<path class="dot arrow" d="M${isBelow ? x : x - 9} ${y}${isBelow ? 'l9-5v10z' : 'm9 0l-9-5v10z'}"/>`;
}

/** Diagonals across the row: a pattern would need an id, and ids of several plots in one page meet. */
function hatched({ plot: [from, to], row }: Layout, y: number) {
  const [top, bottom] = [y - row / 2 + 3, y + row / 2 - 3];
  const height = bottom - top;
  const count = Math.floor((to - from - height) / 8);
  const lines = Array.from({ length: count }, (_, index) => `M${round(from + index * 8)} ${bottom}l${height}-${height}`);
  return `<path class="discarded" d="${lines.join('')}"/>`;
}

/** `room`: what is longer is cut off */
type TextPlace = { x: number; y: number; kind: string; anchor?: string; room?: number; font?: number };

export function text(words: string, { x, y, kind, anchor, room, font = 12 }: TextPlace) {
  const fits = room === undefined ? Infinity : Math.floor(room / (font * CHARACTER));
  const cut = words.length > fits ? `${words.slice(0, Math.max(1, fits - 1))}…` : words;
  return words === '' ? '' : `<text class="${kind}" x="${x}" y="${y}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escape(cut)}</text>`;
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
