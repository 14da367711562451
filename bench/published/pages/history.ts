/** The same ratio in several runs of one machine class: a small chart for each scenario and target. */
import { html, type Html } from '../../report/html/template.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.ts';
import { factor } from '../../report/words/verdicts.ts';
import { lookOf, verdictWords } from './ratio.ts';
import { dayOf, differentSettings, labelOf, type Result, type Verdict } from './results.ts';

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
  const label = labelOf(result, target);
  const { place, marks } = axis(points);
  const x = (index: number) => fixed(LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(1, points.length - 1));
  const y = (ratio: number) => fixed(place(ratio));
  const line = points.map(({ row }, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(row.ratio)}`).join('');
  const words = points.map(({ result: each, row }) => `${dayOf(each)}: ${ratioWords(row)}`).join('; ');
  return html`<figure data-scenario="${scenario}" data-target="${target}" data-metric="${metric}"><figcaption><strong>${scenario}</strong> ${label}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${METRIC_WORDS[metric].name}, ${scenario}, ${label}. ${words}">
${marks.map((mark) => html`<line class="${mark === 1 ? 'one' : 'mark'}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(mark)}" y2="${y(mark)}"/><text x="${LEFT - 6}" y="${fixed(place(mark) + 4)}" text-anchor="end">×${factor(mark)}</text>`)}
<path class="line" d="${line}"/>${points.map((point, index) => dot(point, x(index), y))}
<text x="${LEFT}" y="${HEIGHT - 5}">${dayOf(points[0].result)}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 5}" text-anchor="end">${dayOf(result)}</text></svg></figure>`;
}

function dot({ result, row }: Point, x: string, y: (ratio: number) => string) {
  const { ratio, low, high } = row;
  const { springBoot, jdk } = result.versions;
  const interval = low !== null && high !== null && low > 0 && html`<line x1="${x}" x2="${x}" y1="${y(low)}" y2="${y(high)}"/>`;
  const words = `${dayOf(result)}, ${springBoot ? `Spring Boot ${springBoot}, ` : ''}JDK ${jdk}: ${ratioWords(row)}`;
  return html`<g class="${lookOf(row)}"><title>${words}</title>${interval}<circle cx="${x}" cy="${y(ratio)}" r="4"/></g>`;
}

function ratioWords(row: Point['row']) {
  return `×${factor(row.ratio)}, ${verdictWords(row)}`;
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

function fixed(value: number) {
  return value.toFixed(1);
}
