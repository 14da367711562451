/** What the CPU time of a request goes into, on the page: a bar for each target, which needs no script. */
import { ALL_PARTS } from '../../analyse/cpu/request.ts';
import { number } from '../../util/text.ts';
import { statementList, table } from '../html/parts.ts';
import { html, type Html } from '../html/template.ts';
import { partsOf, sampledIn } from './sampled.ts';
import { cpuSentences, howSampled } from './sentences.ts';
import { cpuTable } from './table.ts';
import type { Figures } from '../../analyse/types.ts';

/** Degrees on the wheel of colours: the golden angle keeps neighbours apart. */
const HUE_STEP = 137.5;
/** Of the longest bar: room for a name. */
const NAMED_FROM = 0.11;

/** @returns null where nothing was sampled */
export function cpuSection(figures: Figures, scenario: string): Html | null {
  const parts = cpuTable(figures, scenario);
  if (parts === null) return null;
  const { targets } = figures.run.catalogue;
  const graphs = sampledIn(figures, scenario).map(
    ({ target }) => html` <a href="cpu/${scenario}/${target}.html">${targets[target].label}</a>`,
  );
  return html`<div class="cpu"><h3>Where the CPU of a request goes</h3>
${statementList(cpuSentences(figures, scenario))}
${bars(figures, scenario)}
<p class="how">${howSampled(figures, scenario)} Flame graphs:${graphs}.</p>
<details><summary>The bars as a table</summary>${table(parts, targets)}</details></div>`;
}

function bars(figures: Figures, scenario: string) {
  const sampled = sampledIn(figures, scenario);
  const parts = partsOf(sampled);
  const most = Math.max(...sampled.map(({ cpu }) => cpu.ms));
  const segment = ({ part, ms }: { part: string; ms: number[] }, index: number) => {
    const name = ms[index] >= NAMED_FROM * most ? part : '';
    return html`<i style="flex:${Math.round(1e6 * ms[index])} 0 0;background:${colourOf(part)}" title="${part}: ${number(ms[index])} ms">${name}</i>`;
  };
  const row = (
    { target, cpu }: (typeof sampled)[number],
    index: number,
  ) => html`<div class="bar-name">${figures.run.catalogue.targets[target].label} <b>${number(cpu.ms)} ms</b></div>
<div class="bar" style="width:${(100 * cpu.ms) / most}%">${parts.filter(({ ms }) => ms[index] > 0).map((each) => segment(each, index))}</div>`;
  const legend = parts.map(({ part }) => html`<span><i style="background:${colourOf(part)}"></i>${part}</span>`);
  return html`<div class="bars">${sampled.map(row)}</div><div class="bar-legend">${legend}</div>`;
}

/** @returns a light colour, for dark text in both themes */
function colourOf(part: string): string {
  const place = ALL_PARTS.indexOf(part);
  const look = place < ALL_PARTS.length / 2 ? '60% 76%' : '45% 64%';
  return place < 0 ? 'hsl(0 0% 75%)' : `hsl(${(place * HUE_STEP) % 360} ${look})`;
}
