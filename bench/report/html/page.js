import { levelsPlot } from '../charts/levels.js';
import { cpuSection } from '../cpu/html.js';
import { statements } from '../findings.js';
import { choices } from '../forest/view.js';
import { conclusion } from '../paragraph.js';
import { sweepCurve } from '../sweep/curve.js';
import { facts, imprint } from '../tables/facts.js';
import { levelsTable, targetsTable } from '../tables/figures.js';
import { partsTable } from '../tables/parts.js';
import { startsTable } from '../tables/starts.js';
import { runAnswer } from '../verdicts/document.js';
import { DEFINITIONS } from '../words/definitions.js';
import { headingOf } from '../words/ratios/question.js';
import { plural } from '../../util/text.js';
import { document } from './document.js';
import { chart, factLists, statementList, table } from './parts.js';
import { html } from './template.js';
import { summary } from './top.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('./document.js').Section} Section
 * @typedef {import('./template.js').Html} Html
 */

/** The report as one page that needs no other file. @param {Figures} figures @returns {string} */
export function reportPage(figures) {
  const { run } = figures;
  const plots = run.scenarios.map((scenario) => plotsOf(figures, scenario));
  return document({
    title: run.id,
    heading: headingOf(run),
    answer: runAnswer(figures),
    lead: imprint(run),
    intro: summary(figures),
    sections: [...run.scenarios.map((scenario, index) => scenarioSection(figures, scenario, plots[index])), ...runSections(figures)],
    footer: html`This page was made only from the files in this run's folder. All figures by slice: <code>slices.csv</code>. Charts: Apache ECharts.`,
    plots: plots.flatMap((own) => Object.values(own).filter((plot) => plot !== null)),
    choices: choices(figures),
  });
}

/** @param {Figures} figures @param {string} scenario */
function plotsOf(figures, scenario) {
  return { curve: sweepCurve(figures, scenario), levels: levelsPlot(figures, scenario) };
}

/** @param {Figures} figures @param {string} scenario @param {ReturnType<typeof plotsOf>} plots @returns {Section} */
function scenarioSection(figures, scenario, { curve, levels }) {
  const { targets, scenarios } = figures.run.catalogue;
  const { title, does, request, own } = scenarios[scenario];
  const code = (/** @type {string} */ text) => html`<code>${text}</code>`;
  const content = html`
<p class="lead">${own ? code(does) : html`${code(`${request.method} ${request.path}`)}: ${does}`}</p>
<p class="conclusion">${conclusion(figures, scenario)}</p>
${chart(curve)}${chart(levels)}
${table(targetsTable(figures, scenario), targets, 'targets')}
${cpuSection(figures, scenario)}
${opened('By the number of users', table(levelsTable(figures, scenario), targets))}
${notes(statements(figures, scenario))}`;
  return { id: `scenario-${scenario}`, title, link: scenario, content };
}

/** @param {string[]} sentences @returns {Html | false} one line that opens */
function notes(sentences) {
  return (
    sentences.length > 0 &&
    opened(plural(sentences.length, 'note on the measurement', 'notes on the measurement'), statementList(sentences))
  );
}

/** @param {string} line @param {Html | null} content @returns {Html} that line, which opens */
function opened(line, content) {
  return html`<details><summary>${line}</summary>${content}</details>`;
}

/** @param {Figures} figures @returns {Section[]} of the run as a whole */
function runSections(figures) {
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
  const rows = DEFINITIONS.map(
    ([name, definition, source]) => html`<tr><th scope="row">${name}</th><td>${definition}</td><td><code>${source}</code></td></tr>`,
  );
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Definition</th><th scope="col">Source in the bundle</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
