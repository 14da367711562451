/** The report of `make startup`: one page and lines for the terminal, made from startup.json alone. */
import { join } from 'node:path';
import { startMeans, type StartFigure, type StartMean } from '../analyse/startup.ts';
import { madeOf } from '../record/json/file.ts';
import { STARTUP_FILE, readStartup, type StartupRecord } from '../record/startup/record.ts';
import { keysOf } from '../util/keys.ts';
import { alignColumns } from '../util/table.ts';
import { plural } from '../util/text.ts';
import { document, type Section } from './html/document.ts';
import { table } from './html/parts.ts';
import { html, trusted } from './html/template.ts';
import { writeAll } from './index.ts';
import { environmentOf } from './tables/facts.ts';
import { figureColumn, tableOf, targetColumn } from './tables/table.ts';
import { START_FIGURES, meanText, startVerdictText, startupAnswer, startupHow, type FigureWords } from './words/startup.ts';
import { ratioText } from './words/verdicts.ts';
import { mark } from './forest/svg.ts';
import type { Drawn } from './charts/plot.ts';

const FIGURES = keysOf(START_FIGURES);

/** @param dir folder with startup.json @returns the page that was written */
export function writeStartupReport(dir: string): { file: string; record: StartupRecord } {
  const record = readStartup(dir);
  const [file] = writeAll(dir, { 'startup.html': madeOf(join(dir, STARTUP_FILE), () => startupPage(record)) });
  return { file, record };
}

/** @returns for the terminal a block for each figure, a line for each target */
export function startupLines(record: StartupRecord): string[] {
  return FIGURES.flatMap((figure) => {
    const rows = startMeans(record, figure).map(({ target, comparison, starts, ...found }) => {
      const verdict = comparison ? [ratioText(comparison), startVerdictText(figure, comparison, starts)] : ['', 'baseline'];
      return [`  ${target}`, meanText(figure, found), ...verdict];
    });
    return rows.length > 0 ? [`${START_FIGURES[figure].name}, mean of ${plural(record.starts, 'start')}`, ...alignColumns(rows)] : [];
  });
}

/** One page that needs no other file and no script. */
function startupPage(record: StartupRecord): string {
  const { id, targets, catalogue } = record;
  return document({
    title: id,
    heading: `Start-up of ${plural(targets.length, 'target')}`,
    answer: startupAnswer(startMeans(record, 'answerSeconds'), catalogue.targets),
    lead: imprint(record),
    intro: html`<p class="how">${startupHow(record)}</p>`,
    sections: FIGURES.flatMap((figure) => section(record, figure)),
    footer: html`This page was made only from startup.json beside it, which has every start.`,
  });
}

function imprint(record: StartupRecord) {
  const { id, limits, commit, startedAt, endedAt } = record;
  const parts = [
    ...environmentOf(record),
    limits.heapMb && `heap ${limits.heapMb} MiB, ${limits.collector}`,
    `commit ${String(commit).slice(0, 12)}`,
    startedAt.slice(0, 10),
    id,
    endedAt === null && 'not finished',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @returns none without a start of which it is known */
function section(record: StartupRecord, figure: StartFigure): Section[] {
  const { targets } = record.catalogue;
  const { name, definition, unit } = START_FIGURES[figure];
  const means = startMeans(record, figure);
  if (means.length === 0) return [];
  const figures = tableOf(`${name}, ${unit}`, means, [
    targetColumn(targets),
    { head: 'Mean', of: (found) => meanText(figure, found) },
    { head: 'Ratio', of: ({ comparison }) => (comparison ? ratioText(comparison) : '–') },
    {
      head: 'Verdict',
      of: ({ comparison, starts }) => ({
        text: comparison ? startVerdictText(figure, comparison, starts) : 'baseline',
        decided: comparison?.verdict === 'less' || comparison?.verdict === 'more',
      }),
    },
    figureColumn('Starts', '', ({ starts }) => String(starts)),
  ]);
  const content = html`<p class="lead">${definition}</p>
${LAYOUTS.map((layout) => startPlot(means, START_FIGURES[figure], targets, layout))}
${table(figures, targets)}`;
  return [{ id: figure, title: name, content }];
}

/** Of a desktop page and of a phone: the page's style shows one. `names`, `figures`: room for them on the left and on the right */
const LAYOUTS = [
  { name: 'wide', width: 1160, names: 220, figures: 130, font: 14, ticks: 6 },
  { name: 'narrow', width: 362, names: 122, figures: 70, font: 12, ticks: 3 },
];
const ROW = 26;
const HEAD = 26;

function startPlot(means: StartMean[], axis: FigureWords, targets: Record<string, Drawn>, layout: (typeof LAYOUTS)[number]) {
  const { name, width, names, figures, font, ticks: count } = layout;
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

type Place = { x: (value: number) => number; y: number; axis: FigureWords; width: number };

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
