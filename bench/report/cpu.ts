/** What the CPU time of a request goes into, of a scenario that was sampled: for HTML, Markdown and the terminal. */
import { ALL_PARTS, differenceFrom, msOf, requestCpu, type RequestCpu } from '../analyse/cpu/request.ts';
import { comparisonOf } from '../analyse/findings/scopes.ts';
import { sum } from '../util/math.ts';
import { fixed, list, number, percent, signedPercent, fromTo } from '../util/text.ts';
import { figureColumn, tableOf, type Table } from './tables/table.ts';
import { factor } from './words/verdicts.ts';
import { statementList, table } from './html/parts.ts';
import { html, type Html } from './html/template.ts';
import type { CpuProfile } from '../record/cpu-profile.ts';
import type { Comparison, Figures } from '../analyse/types.ts';

type Sampled = { target: string; label: string; profile: CpuProfile; cpu: RequestCpu };

type PartOfRequest = { part: string; ms: number[] };

type CpuOfRequests = NonNullable<ReturnType<typeof cpuOfRequests>>;

/** Of the largest bar; smaller parts are shown together. */
const WORTH_A_PLACE = 0.02;
/** Below that two services take as much CPU: one JVM of each was sampled, and two JVMs of one service differ by as much. */
const SAME = 0.05;
const MOST_REASONS = 4;
const WORTH_A_WORD = 0.05;

/** @returns `sampled`: in the order of the run's targets; `parts`: those that are small everywhere together at the end; `table`: a row for each part, a
 * column for each target; `sentences`: for each target but the baseline, none where that was not sampled; null where nothing was sampled */
export function cpuOfRequests({ run, cpuProfiles = [], baseline, comparisons }: Figures, scenario: string) {
  const own = cpuProfiles.filter((profile) => profile.scenario === scenario);
  const sampled = run.targets.flatMap((target) => {
    const profile = own.find((each) => each.target === target);
    return profile ? [{ target, label: run.catalogue.targets[target].label, profile, cpu: requestCpu(profile) }] : [];
  });
  if (sampled.length === 0) return null;
  const parts = partsOf(sampled);
  const base = sampled.find(({ target }) => target === baseline);
  const others = sampled.filter((each) => each !== base);
  const inRounds = ({ target }: Sampled) => comparisonOf({ comparisons }, { scenario, target, metric: 'cpu' });
  const sentences = base ? others.map((each) => comparedWith(base, each, inRounds(each))) : [];
  return { sampled, parts, table: tableOfParts(scenario, sampled, parts), sentences, how: howSampled(sampled) };
}

function partsOf(sampled: Sampled[]): PartOfRequest[] {
  const most = Math.max(...sampled.map(({ cpu }) => cpu.ms));
  const rows = ALL_PARTS.map((part) => ({ part, ms: sampled.map(({ cpu }) => msOf(cpu, part)) }));
  const isShown = ({ ms }: PartOfRequest) => Math.max(...ms) >= WORTH_A_PLACE * most;
  const small = rows.filter((row) => !isShown(row));
  const rest = { part: 'other parts', ms: sampled.map((_, index) => sum(small.map(({ ms }) => ms[index]))) };
  return [...rows.filter(isShown), ...(Math.max(...rest.ms) > 0 ? [rest] : [])];
}

function tableOfParts(scenario: string, sampled: Sampled[], parts: PartOfRequest[]): Table {
  const rows = [...parts, { part: 'all', ms: sampled.map((_, index) => sum(parts.map(({ ms }) => ms[index]))) }];
  return tableOf(`${scenario}: where the CPU of a request goes`, rows, [
    { head: 'Part', rowHead: true, of: ({ part }) => part },
    ...sampled.map(({ target, label }, index) =>
      figureColumn(label, 'ms', ({ ms }: PartOfRequest) => (ms[index] === 0 ? '–' : number(ms[index])), target),
    ),
  ]);
}

/** @param inRounds of their CPU per request in the run's own slices: other JVMs, without sampling; null where it has none */
function comparedWith(base: Sampled, { label, cpu }: Sampled, inRounds: Comparison | null): string {
  const ratio = cpu.ms / base.cpu.ms;
  const figures = `${number(cpu.ms)} against ${number(base.cpu.ms)} ms${inRounds ? `; in the rounds ×${factor(inRounds.ratio)}` : ''}`;
  if (Math.abs(ratio - 1) < SAME) return `${label} takes about as much CPU for a request as ${base.label}: ${figures}.`;
  const reasons = differenceFrom(cpu, base.cpu).filter(({ share }) => share >= WORTH_A_WORD);
  const named = reasons.slice(0, MOST_REASONS).map(({ part, share, method }, index) => {
    return `${part} ${percent(share, 0)}${index === 0 && method ? ` (${percent(method.share, 0)} of its time in ${shortName(method.name)})` : ''}`;
  });
  return `${label} takes ×${factor(ratio)} the CPU of ${base.label} for a request (${figures}). Of that difference: ${list(named)}.`;
}

/** @param method with its packages @returns 'SessionImpl.flush' */
function shortName(method: string): string {
  return method.split('.').slice(-2).join('.');
}

function howSampled(sampled: Sampled[]): string {
  const [{ profile }] = sampled;
  const costs = sampled.map(({ cpu }) => cpu.ms / cpu.unsampledMs - 1);
  const covered = sampled.map(({ cpu }) => cpu.covered);
  return (
    `One warm JVM of each, for ${profile.sampled.seconds} s after the run: a sample (${profile.event}) every ${fixed(profile.periodMs, 0)} ms of CPU time. ` +
    `What the JDK does is counted for the code that called it. Sampling itself cost ${fromTo(costs, signedPercent)} of CPU; ` +
    `samples cover ${fromTo(covered, (share) => percent(share, 0))} of it. No verdict is made of this.`
  );
}

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
