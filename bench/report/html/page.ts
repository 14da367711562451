import { plural } from '../../util/text.ts';
import { levelsPlot, type Plot } from '../charts/plot.ts';
import { cpuSection } from '../cpu.ts';
import { statements, caveats, trust } from '../words/findings/index.ts';
import { choices, viewOf } from '../forest/view.ts';
import { conclusion } from '../paragraph.ts';
import { sweepCurve, optimumSentences } from '../sweep.ts';
import { facts, imprint } from '../tables/facts.ts';
import { levelsTable, targetsTable, absoluteTable } from '../tables/figures.ts';
import { partsTable, startsTable } from '../tables/parts.ts';
import { runAnswer, countSlices } from '../verdicts/document.ts';
import { DEFINITIONS } from '../words/definitions.ts';
import { headingOf, HOW_TO_READ, trustText } from '../words/ratios/top.ts';
import { NARROW, WIDE } from '../forest/layout.ts';
import { forestSvg } from '../forest/svg.ts';
import { forestTable } from '../forest/table.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../words/ratios/metrics.ts';
import { document, type Section } from './document.ts';
import { chart, factLists, statementList, table, caveatItems } from './parts.ts';
import { html, trusted, type Html } from './template.ts';
import type { Figures } from '../../analyse/types.ts';

/** The report as one page that needs no other file. */
export function reportPage(figures: Figures): string {
  const { run } = figures;
  const plots = run.scenarios.map((scenario) => [sweepCurve(figures, scenario), levelsPlot(figures, scenario)]);
  return document({
    title: run.id,
    heading: headingOf(run),
    answer: runAnswer(figures),
    lead: imprint(run),
    intro: summary(figures),
    sections: [...run.scenarios.map((scenario, index) => scenarioSection(figures, scenario, plots[index])), ...runSections(figures)],
    footer: html`This page was made only from the files in this run's folder. All figures by slice: <code>slices.csv</code>. Charts: Apache ECharts.`,
    plots: plots.flat().filter((plot) => plot !== null),
    choices: choices(figures),
  });
}

function scenarioSection(figures: Figures, scenario: string, plots: (Plot | null)[]): Section {
  const { targets, scenarios } = figures.run.catalogue;
  const { title, does, request, own } = scenarios[scenario];
  const notes = statements(figures, scenario);
  const code = (text: string) => html`<code>${text}</code>`;
  const content = html`
<p class="lead">${own ? code(does) : html`${code(`${request.method} ${request.path}`)}: ${does}`}</p>
<p class="conclusion">${conclusion(figures, scenario)}</p>
${plots.map(chart)}
${table(targetsTable(figures, scenario), targets, 'targets')}
${cpuSection(figures, scenario)}
${opened('By the number of users', table(levelsTable(figures, scenario), targets))}
${notes.length > 0 && opened(plural(notes.length, 'note on the measurement', 'notes on the measurement'), statementList(notes))}`;
  return { id: `scenario-${scenario}`, title, link: scenario, content };
}

function opened(line: string, content: Html | null): Html {
  return html`<details><summary>${line}</summary>${content}</details>`;
}

function runSections(figures: Figures): Section[] {
  const { run } = figures;
  const { targets } = run.catalogue;
  const starts = startsTable(figures);
  return [
    ...(starts ? [{ id: 'starts', title: 'Start-up and memory at rest', content: table(starts, targets) }] : []),
    { id: 'facts', title: 'What was run, and where', content: factLists(facts(figures)) },
    { id: 'definitions', title: 'How each figure was obtained', content: opened('All definitions', definitions()) },
    { id: 'parts', title: 'How the run went', content: opened('All measurements', table(partsTable(figures), targets)) },
  ];
}

function definitions() {
  const rows = Object.entries(DEFINITIONS).map(
    ([name, [definition, source]]) => html`<tr><th scope="row">${name}</th><td>${definition}</td><td><code>${source}</code></td></tr>`,
  );
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Definition</th><th scope="col">Source in the bundle</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

type Option = { value: string; label: string };

export function summary(figures: Figures): Html {
  const { run } = figures;
  const view = viewOf(figures, 'throughput');
  return html`<section id="summary" aria-label="The answer">
${switches(figures)}
<div id="plot">${trusted(forestSvg(view, WIDE))}${trusted(forestSvg(view, NARROW))}</div>
${statementList(optimumSentences(figures))}${doubts(figures)}
<p class="how">${HOW_TO_READ}</p>
${table(absoluteTable(figures), run.catalogue.targets, 'matrix')}
<details id="plot-table"><summary>The plot as a table</summary><div>${table(forestTable(view), run.catalogue.targets, 'matrix')}</div></details>
<noscript><p>Without JavaScript there are no charts below and no switches; the tables hold the same figures.</p></noscript></section>
`;
}

export function doubts(figures: Figures): Html {
  const found = caveats(figures);
  const judged = trust(figures);
  const text = trustText(judged, { doubts: found.length, ...countSlices(figures) }, figures.run.notes);
  return html`<details class="caveats ${judged.light}" id="caveats"><summary>${text}</summary><ul>${caveatItems(found)}</ul></details>`;
}

/** Shown by the page's script, since without it they do nothing. */
function switches({ run, baseline }: Figures) {
  const scenarios = run.scenarios.map((name) => ({ value: name, label: name }));
  const targets = run.targets.map((name) => ({ value: name, label: run.catalogue.targets[name].label }));
  const metrics = COMPARED_METRICS.map((metric) => ({ value: metric, label: METRIC_WORDS[metric].name }));
  return html`<form id="switches" aria-label="What the plot shows" hidden>
${select('metric', 'Metric', metrics, 'throughput')}
${select('baseline', 'Against', targets, baseline)}
${boxes('scenarios', 'Scenarios', scenarios)}
${boxes('targets', 'Targets', targets)}
<button type="reset" disabled>Reset</button></form>`;
}

function select(name: string, title: string, all: Option[], selected: string) {
  const options = all.map(
    ({ value, label }) => html`<option value="${value}"${value === selected && trusted(' selected')}>${label}</option>`,
  );
  return html`<label><span>${title}</span> <select name="${name}">${options}</select></label>`;
}

function boxes(name: string, title: string, all: Option[]) {
  const items = all.map(
    ({ value, label }) => html`<label><input type="checkbox" name="${name}" value="${value}" checked> ${label}</label>`,
  );
  return html`<details class="boxes"><summary>${title} <span class="count" data-count="${name}">${all.length} of ${all.length}</span></summary><fieldset><legend>${title}</legend>${items}</fieldset></details>`;
}
