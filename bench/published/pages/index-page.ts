/** published/index.html: all published runs, the newest of each comparison first. Like a report, it needs no other file, and runs no script but its own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageOf, bundled, once, pageStyle } from '../../report/html/document.ts';
import { html, type Html } from '../../report/html/template.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.ts';
import { questionOf } from '../../report/words/ratios/top.ts';
import { plural } from '../../util/text.ts';
import { histories } from './history.ts';
import { ratioHtml } from './ratio.ts';
import { dayOf, differentSettings, jdkText, labelOf, machineClasses, machineText, newestOfEach } from './results.ts';
import type { Result, MachineClass } from './results.ts';

/** @param name file of this folder */
function pathOf(name: string) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** @returns HTML */
export function indexPage(results: Result[]): string {
  const classes = machineClasses(results);
  return pageOf({
    title: 'published results',
    style: pageStyle() + readFileSync(pathOf('pages.css'), 'utf8'),
    scripts: [once('filters', () => bundled(pathOf('script/filters.ts')))],
    body: html`<header><h1>stackbench: published results</h1>
<p class="answer">${headline(results, classes)}</p>
<p class="lead">Each table has the ratios of one run to its baseline, with their 95 % intervals. Coloured: a difference was shown. Grey: none was shown. Every figure can be recomputed from the run's folder: <code>make check-submission DIR=published/&lt;run&gt;</code>.</p></header>
${results.length > 0 && chips(results)}
<main>${classes.map(machineSection)}</main>`,
  });
}

function headline(results: Result[], classes: MachineClass[]) {
  if (results.length === 0) return 'No run is published yet.';
  return `${plural(results.length, 'run')} on ${plural(classes.length, 'machine class', 'machine classes')}`;
}

function chips(results: Result[]) {
  const labels = new Map(results.flatMap(({ targets }) => targets.map(({ name, label }) => [name, label])));
  const compared = new Set(results.flatMap(({ verdicts }) => verdicts.map(({ target }) => target)));
  const filters: [filter: string, title: string, values: string[]][] = [
    ['scenario', 'Scenario', results.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))],
    ['target', 'Target', [...labels.keys()].filter((name) => compared.has(name))],
    ['machine', 'Machine', machineClasses(results).map(({ machine }) => machine)],
    ['engine', 'Engine', results.map(({ engine }) => engine)],
    ['jdk', 'JDK', results.map(jdkText)],
  ];
  const groups = filters.map(([filter, title, all]) => {
    const buttons = [...new Set(all)].map((value) => chip(filter, value, filter === 'target' ? labels.get(value) : value));
    // One value alone is no choice.
    return buttons.length > 1 && group(title, buttons);
  });
  const metrics = COMPARED_METRICS.map((metric) => chip('metric', metric, METRIC_WORDS[metric].name, metric === 'throughput'));
  return html`<section class="filters" id="filters" aria-label="What is shown" hidden>
${group('Metric', metrics)}
<details id="more"><summary>Filters</summary>${groups}</details>
<p class="shown"><span id="shown" role="status"></span> <button type="button" id="reset" hidden>show all</button></p></section>`;
}

function group(title: string, buttons: Html[]) {
  return html`<div role="group" aria-label="${title}"><span class="name">${title}</span>${buttons}</div>`;
}

function chip(filter: string, value: string, label = value, pressed = false) {
  return html`<button type="button" class="chip" data-filter="${filter}" data-value="${value}" aria-pressed="${String(pressed)}">${label}</button>`;
}

function machineSection({ machine, results }: MachineClass) {
  const { newest, earlier } = newestOfEach(results);
  const older = html`<details class="earlier"><summary>${plural(earlier.length, 'earlier run')}</summary>${earlier.map(runArticle)}</details>`;
  return html`<section class="machine" data-machine="${machine}"><h2>${machine}</h2>
${newest.map(runArticle)}
${histories(results)}
${earlier.length > 0 && older}</section>
`;
}

function runArticle(result: Result) {
  const { run, engine, answer, targets, baseline, scenarios } = result;
  const others = targets.filter(({ name }) => name !== baseline);
  const heads = others.map(({ name, label }) => html`<th scope="col" data-target="${name}">${label}</th>`);
  const metrics = COMPARED_METRICS.map((metric) => html`<span data-metric="${metric}">${METRIC_WORDS[metric].name}</span>`);
  const rows = scenarios.map(({ name, does }) => scenarioRow(result, name, does, others));
  return html`<article id="${run}" data-machine="${machineText(result)}" data-engine="${engine}" data-jdk="${jdkText(result)}">
<h3><a href="${encodeURIComponent(run)}/index.html">${questionOf(targets.map(({ name }) => name))}</a> <span class="about">${about(result)}</span></h3>
${answer && html`<p>${answer}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="Ratios of ${run}"><table class="ratios"><caption>${metrics} against ${labelOf(result, baseline)}</caption>
<thead><tr><th scope="col">Scenario</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>
<p class="doubts">${doubts(result)}</p></article>
`;
}

function about(result: Result) {
  const { engine, profile, rounds, versions } = result;
  const { jdk, springBoot, stackbench } = versions;
  const how = [engine === 'docker' ? 'containers' : engine, profile, plural(rounds, 'round'), ...differentSettings(result)];
  return [dayOf(result), ...how, `JDK ${jdk}`, `Spring Boot ${springBoot}`, `stackbench ${stackbench?.slice(0, 7)}`].join(' · ');
}

function scenarioRow({ verdicts }: Result, scenario: string, does: string, others: Result['targets']) {
  const cells = others.map(({ name }) => {
    const own = verdicts.filter((row) => row.scenario === scenario && row.target === name);
    return html`<td data-target="${name}">${own.map(ratioHtml)}</td>`;
  });
  return html`<tr data-scenario="${scenario}"><th scope="row" title="${does}">${scenario}</th>${cells}</tr>
`;
}

function doubts({ doubts: number, discardedSlices }: Result) {
  return `${plural(number, 'doubt')}, ${discardedSlices === 0 ? 'nothing discarded' : plural(discardedSlices, 'discarded slice')}`;
}
