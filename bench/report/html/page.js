import { choices } from '../forest/view.js';
import { statements } from '../findings.js';
import { chartData, scenarioData } from '../charts/chart-data.js';
import { CURVE } from '../words/variants/sweep.js';
import { DEFINITIONS } from '../words/definitions.js';
import { facts, spentTable } from '../tables/facts.js';
import { plural } from '../../util/text.js';
import { chart, escape, table as tableOf } from './parts.js';
import { document } from './document.js';
import { conclusion, doubtsOf } from '../paragraph.js';
import { top } from './top.js';
import { cellsTable, sequencesTable } from '../tables/cells.js';
import { stagesTable, targetsTable } from '../tables/figures.js';
import { startsTable } from '../tables/starts.js';
import { verdictsTable } from '../tables/verdicts.js';

/**
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../tables/figures.js').Table} Table
 * @typedef {{ id: string, title: string, content: string }} Section `title` and `content`: HTML
 */

/**
 * The report as one page that needs no other file.
 * @param {Figures} figures
 * @returns {string}
 */
export function html(figures) {
  const { run } = figures;
  const sections = sectionsOf(figures);
  const body = [
    '<main>',
    top(figures),
    contents(run.scenarios, sections),
    ...run.scenarios.map((name) => scenarioSection(figures, name)),
    ...sections.map(({ id, title, content }) => `<section id="${id}"><h2>${title}</h2>${content}</section>`),
    '</main>',
    `<footer>This page was made only from the files in this run's folder. All figures by cell and stage: <code>cells.csv</code>${figures.sequences.length > 0 ? '; by slice: <code>slices.csv</code>' : ''}. Charts: Apache ECharts.</footer>`,
  ];
  return document({ title: run.id, body, data: chartData(figures), choices: choices(figures) });
}

/** @param {string[]} scenarios @param {Section[]} sections */
function contents(scenarios, sections) {
  const links = [
    ['summary', 'Answer'],
    ...scenarios.map((name) => [`scenario-${name}`, name]),
    ...sections.map(({ id, title }) => [id, title]),
  ];
  return `<nav aria-label="Contents">${links.map(([id, text]) => `<a href="#${escape(id)}">${escape(text)}</a>`).join('')}</nav>`;
}

/** @param {Figures} figures @returns {Section[]} of the run as a whole */
function sectionsOf(figures) {
  /** @param {string} id @param {string} title @param {Table | null} data @returns {Section[]} none where there are no data */
  const ofTable = (id, title, data) => (data ? [{ id, title, content: table(data, figures) }] : []);
  return [
    ...ofTable('starts', 'Start-up and memory at rest', startsTable(figures)),
    { id: 'definitions', title: 'How each figure was obtained', content: definitions() },
    ...ofTable('cells', 'Cells', cellsTable(figures)),
    ...ofTable('sequences', 'Sequences of blocks', sequencesTable(figures)),
    ...ofTable('time', 'How the time was spent', spentTable(figures.run)),
    { id: 'facts', title: 'What was run, and where', content: factLists(figures) },
  ];
}

/** @param {Figures} figures */
function factLists(figures) {
  const lists = facts(figures).map(({ title, rows }) => {
    const items = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
    return `<div><h3>${escape(title)}</h3><dl>${items.join('')}</dl></div>`;
  });
  return `<div class="facts">${lists.join('')}</div>`;
}

/** @param {Figures} figures @param {string} name */
function scenarioSection(figures, name) {
  const { title, does, request } = figures.run.catalogue.scenarios[name];
  const data = scenarioData(figures, name);
  return `<section id="scenario-${escape(name)}" data-scenario-section="${escape(name)}"><h2>${escape(title)}</h2>
<p class="lead"><code>${escape(request.method)} ${escape(request.path)}</code>: ${escape(does)}</p>
<p class="conclusion">${escape(conclusion(figures, name))}</p>
${data.curve ? chart('sweepCurve', name, `Throughput over ${data.curve.name}`, CURVE) : ''}${folded(doubtsOf(figures, name), 'doubt about these figures', 'doubts about these figures')}
${chart('throughputOverTime', name, 'Throughput and threads over time', 'thick lines: successful requests/s (left axis); thin steps: platform threads (right axis); at the top: VUs')}
<div class="pair">
${chart('successesPerStage', name, 'Successes per stage', 'requests that ended in the stage')}
${chart('latencyPerStage', name, 'Latency per stage', 'successful requests on the plateau; closed loop; each panel has a scale of its own')}
</div>
${table(targetsTable(figures, name), figures, 'targets')}
${data.ratios.length > 0 ? ratioChart(figures, name) : ''}
${data.warmUps.length > 0 ? chart('warmUp', name, 'Warm-up', 'successful requests in each second under load, one line per new JVM, without the pauses; bursts of few users alternate with bursts of the full number of users unless those leave a backlog; faint: never steady') : ''}
<details><summary>Every stage</summary>${table(verdictsTable(figures, name), figures)}${table(stagesTable(figures, name), figures)}</details>
${folded(statements(figures, name), 'note on the measurement', 'notes on the measurement')}</section>`;
}

/** @param {string[]} sentences @param {string} noun @param {string} nouns @returns {string} one line that opens */
function folded(sentences, noun, nouns) {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${escape(sentence)}</li>`);
  return `<details><summary>${plural(items.length, noun, nouns)}</summary><ul class="statements">${items.join('')}</ul></details>`;
}

/** @param {Figures} figures @param {string} name */
function ratioChart(figures, name) {
  const against = figures.run.catalogue.targets[figures.baseline].label;
  const how =
    'dot: all blocks together, filled where a difference was shown; line: 95 % interval, dotted: range of the rounds where they are too few; hollow dots without a line: the staircase, measured once';
  return chart('ratioPerStage', name, `Against ${against}`, how);
}

function definitions() {
  const rows = DEFINITIONS.map(
    ([name, definition, source]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${escape(definition)}</td><td><code>${escape(source)}</code></td></tr>`,
  );
  return `<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Definition</th><th scope="col">Source in the bundle</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
}

/** @param {Table} data @param {Figures} figures @param {string} [kind] */
function table(data, { run }, kind) {
  return tableOf(data, run.catalogue.targets, kind);
}
