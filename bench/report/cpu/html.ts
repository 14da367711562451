/** What the CPU time of a request goes into, on the page: a bar for each target, which needs no script. */
import { ALL_PARTS } from '../../analyse/cpu/request.ts';
import { number } from '../../util/text.ts';
import { statementList, table } from '../html/parts.ts';
import { html, type Html } from '../html/template.ts';
import { cpuOfRequests, type CpuOfRequests } from './sampled.ts';
import type { Figures } from '../../analyse/types.ts';

/** Degrees on the wheel of colours: the golden angle keeps neighbours apart. */
const HUE_STEP = 137.5;
/** Of the longest bar: room for a name. */
const NAMED_FROM = 0.11;

/** @returns null where nothing was sampled */
export function cpuSection(figures: Figures, scenario: string): Html | null {
  const found = cpuOfRequests(figures, scenario);
  if (found === null) return null;
  const graphs = found.sampled.map(({ target, label }) => html` <a href="cpu/${scenario}/${target}.html">${label}</a>`);
  return html`<div class="cpu"><h3>Where the CPU of a request goes</h3>
${statementList(found.sentences)}
${bars(found)}
<p class="how">${found.how} Flame graphs:${graphs}.</p>
<details><summary>The bars as a table</summary>${table(found.table, figures.run.catalogue.targets)}</details></div>`;
}

function bars({ sampled, parts }: CpuOfRequests) {
  const most = Math.max(...sampled.map(({ cpu }) => cpu.ms));
  const segment = (part: string, ms: number) => {
    const name = ms >= NAMED_FROM * most ? part : '';
    return html`<i style="flex:${Math.round(1e6 * ms)} 0 0;background:${colourOf(part)}" title="${part}: ${number(ms)} ms">${name}</i>`;
  };
  const rows = sampled.map(({ label, cpu }, index) => {
    const segments = parts.flatMap(({ part, ms }) => (ms[index] > 0 ? [segment(part, ms[index])] : []));
    return html`<div class="bar-name">${label} <b>${number(cpu.ms)} ms</b></div>
<div class="bar" style="width:${(100 * cpu.ms) / most}%">${segments}</div>`;
  });
  const legend = parts.map(({ part }) => html`<span><i style="background:${colourOf(part)}"></i>${part}</span>`);
  return html`<div class="bars">${rows}</div><div class="bar-legend">${legend}</div>`;
}

/** @returns a light colour, for dark text in both themes */
function colourOf(part: string): string {
  const place = ALL_PARTS.indexOf(part);
  const look = place < ALL_PARTS.length / 2 ? '60% 76%' : '45% 64%';
  return place < 0 ? 'hsl(0 0% 75%)' : `hsl(${(place * HUE_STEP) % 360} ${look})`;
}
