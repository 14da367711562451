/** The same ratio in several runs of one machine class: a small chart for each scenario and target. */
import { html, type Html } from '../../report/html/template.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.ts';
import { factor } from '../../report/words/verdicts.ts';
import { differentSettings, type Result, type Verdict } from './results.ts';
import { lookOf, verdictWords } from './ratio.ts';

type Point = { result: Result; row: Verdict & { ratio: number } };

const FEWEST = 2;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [230, 118, 40, 16, 10, 22];
/** The axis has at least this, so that a difference of 1 % does not look like one of 100 %. */
const LEAST_SPAN = 1.25;

/** @param results of one machine class, newest first @returns nothing where nothing was measured twice alike */
export function histories(results: Result[]): Html {
  const alike = Map.groupBy(results.toReversed(), (result) =>
    [result.engine, ...differentSettings(result), `against ${labelOf(result, result.baseline)}`].join(', '),
  );
  return html`${[...alike].map(([how, own]) => own.length >= FEWEST && chartsOf(how, own))}`;
}

/** @param how they were measured @param results oldest first */
function chartsOf(how: string, results: Result[]) {
  const points = results.flatMap((result) =>
    result.verdicts.flatMap((row) => (row.ratio === null || row.ratio <= 0 ? [] : [{ result, row: { ...row, ratio: row.ratio } }])),
  );
  const charts = COMPARED_METRICS.flatMap((metric) => {
    const own = Map.groupBy(
      points.filter(({ row }) => row.metric === metric),
      ({ row }) => `${row.scenario} ${row.target}`,
    );
    return [...own.values()].filter((all) => all.length >= FEWEST).map(chart);
  });
  if (charts.length === 0) return null;
  return html`<details class="history" open><summary>History: ${how}, ${results.length} runs</summary><div class="charts">${charts}</div></details>`;
}

/** @param points oldest first */
function chart(points: Point[]) {
  const { scenario, target, metric } = points[0].row;
  const { result } = points[points.length - 1];
  const y = axis(points);
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(1, points.length - 1);
  const line = points.map(({ row }, index) => `${index === 0 ? 'M' : 'L'}${fixed(x(index))} ${fixed(y.place(row.ratio))}`).join('');
  const dots = points.map((point, index) => dot(point, x(index), y.place));
  const words = points.map(({ result: each, row }) => `${day(each)}: ×${factor(row.ratio)}, ${verdictWords(row)}`).join('; ');
  const title = `${scenario}, ${labelOf(result, target)}`;
  return html`<figure data-scenario="${scenario}" data-target="${target}" data-metric="${metric}"><figcaption><strong>${scenario}</strong> ${labelOf(result, target)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${METRIC_WORDS[metric].name}, ${title}. ${words}">
${y.marks.map((mark) => html`<line class="${mark === 1 ? 'one' : 'mark'}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y.place(mark))}" y2="${fixed(y.place(mark))}"/><text x="${LEFT - 6}" y="${fixed(y.place(mark) + 4)}" text-anchor="end">×${factor(mark)}</text>`)}
<path class="line" d="${line}"/>${dots}
<text x="${LEFT}" y="${HEIGHT - 5}">${day(points[0].result)}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 5}" text-anchor="end">${day(result)}</text></svg></figure>`;
}

function dot({ result, row }: Point, x: number, place: (ratio: number) => number) {
  const { ratio, low, high } = row;
  const interval =
    low !== null &&
    high !== null &&
    low > 0 &&
    html`<line x1="${fixed(x)}" x2="${fixed(x)}" y1="${fixed(place(low))}" y2="${fixed(place(high))}"/>`;
  const words = `${day(result)}, ${result.versions.springBoot ? `Spring Boot ${result.versions.springBoot}, ` : ''}JDK ${result.versions.jdk}: ×${factor(ratio)}, ${verdictWords(row)}`;
  return html`<g class="${lookOf(row)}"><title>${words}</title>${interval}<circle cx="${fixed(x)}" cy="${fixed(place(ratio))}" r="4"/></g>`;
}

/** Ratios are on a logarithmic axis, which ends where the farthest ratio or interval does. */
function axis(points: Point[]) {
  const values = points.flatMap(({ row: { ratio, low, high } }) => [ratio, low ?? ratio, high ?? ratio].filter((value) => value > 0));
  const least = Math.min(1 / LEAST_SPAN, ...values);
  const most = Math.max(LEAST_SPAN, ...values);
  const height = HEIGHT - TOP - BOTTOM;
  const place = (ratio: number) => TOP + (height * Math.log(most / ratio)) / Math.log(most / least);
  const ends = [least, most].filter((mark) => Math.abs(place(mark) - place(1)) > 14);
  return { place, marks: [1, ...ends] };
}

function labelOf({ targets }: Result, target: string) {
  return targets.find(({ name }) => name === target)?.label ?? target;
}

function day({ startedAt }: Result) {
  return startedAt.slice(0, 10);
}

function fixed(value: number) {
  return value.toFixed(1);
}
