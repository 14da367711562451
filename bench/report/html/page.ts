import { levelsPlot, type Plot } from '../charts/plot.ts';
import { cpuSection } from '../cpu/html.ts';
import { statements } from '../findings.ts';
import { choices } from '../forest/view.ts';
import { conclusion } from '../paragraph.ts';
import { sweepCurve } from '../sweep.ts';
import { facts, imprint } from '../tables/facts.ts';
import { levelsTable, targetsTable } from '../tables/figures.ts';
import { partsTable } from '../tables/parts.ts';
import { startsTable } from '../tables/starts.ts';
import { runAnswer } from '../verdicts/document.ts';
import { DEFINITIONS } from '../words/definitions.ts';
import { headingOf } from '../words/ratios/question.ts';
import { plural } from '../../util/text.ts';
import { document, type Section } from './document.ts';
import { chart, factLists, statementList, table } from './parts.ts';
import { html, type Html } from './template.ts';
import { summary } from './top.ts';
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
