import { choices } from '../forest/view.js';
import { statements } from '../findings.js';
import { chartData, scenarioData } from '../charts/chart-data.js';
import { CURVE } from '../words/variants/sweep.js';
import { DEFINITIONS } from '../words/definitions.js';
import { facts, spentTable } from '../tables/facts.js';
import { isOfBlocks } from '../level.js';
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
 */

/**
 * The report as one page that needs no other file.
 * @param {Figures} figures
 * @returns {string}
 */
export function html(figures) {
  const { run } = figures;
  const body = [
    '<main>',
    top(figures),
    contents(figures),
    ...run.scenarios.map((name) => scenarioSection(figures, name)),
    startsSection(figures),
    definitions(),
    `<section id="cells"><h2>Cells</h2>${table(cellsTable(figures), figures)}</section>`,
    sequencesSection(figures),
    spentSection(figures),
    factsSection(figures),
    '</main>',
    `<footer>This page was made only from the files in this run's folder. All figures by cell and stage: <code>cells.csv</code>${figures.sequences.length > 0 ? '; by slice: <code>slices.csv</code>' : ''}. Charts: Apache ECharts.</footer>`,
  ];
  return document({ title: run.id, body, data: chartData(figures), choices: choices(figures) });
}

/** @param {Figures} figures */
function contents({ run, sequences }) {
  const links = [
    ['summary', 'Answer'],
    ...run.scenarios.map((name) => [`scenario-${name}`, name]),
    ['definitions', 'How each figure was obtained'],
    ['cells', 'Cells'],
    ...(sequences.length > 0 ? [['sequences', 'Sequences of blocks']] : []),
    ['facts', 'What was run, and where'],
  ];
  return `<nav aria-label="Contents">${links.map(([id, text]) => `<a href="#${escape(id)}">${escape(text)}</a>`).join('')}</nav>`;
}

/** @param {Figures} figures */
function factsSection(figures) {
  const lists = facts(figures).map(({ title, rows }) => {
    const items = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
    return `<div><h3>${escape(title)}</h3><dl>${items.join('')}</dl></div>`;
  });
  return `<section id="facts"><h2>What was run, and where</h2><div class="facts">${lists.join('')}</div></section>`;
}

/** @param {Figures} figures @param {string} name */
function scenarioSection(figures, name) {
  const { title, does, request } = figures.run.catalogue.scenarios[name];
  const data = scenarioData(figures, name);
  const spread = data.rounds.length > 1;
  return `<section id="scenario-${escape(name)}" data-scenario-section="${escape(name)}"><h2>${escape(title)}</h2>
<p class="lead"><code>${escape(request.method)} ${escape(request.path)}</code>: ${escape(does)}</p>
<p class="conclusion">${escape(conclusion(figures, name))}</p>
${data.curve ? chart('sweepCurve', name, `Throughput over ${data.curve.name}`, CURVE) : ''}${folded(doubtsOf(figures, name), 'doubt about these figures', 'doubts about these figures')}
${chart('throughputOverTime', name, 'Throughput and threads over time', 'thick lines: successful requests/s (left axis); thin steps: platform threads (right axis); at the top: VUs')}
<div class="pair">
${chart('successesPerStage', name, 'Successes per stage', `requests that ended in the stage${spread ? '; mean, min–max of rounds' : ''}`)}
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
  const how = isOfBlocks(figures, name)
    ? 'dot: all blocks together, filled where a difference was shown; line: 95 % interval, dotted: range of the rounds where they are too few; hollow dots without a line: the staircase, measured once'
    : 'dot: all rounds together, filled where a difference was shown; line: 95 % interval; dotted line: range of the rounds, with fewer than 5 of them';
  return chart('ratioPerStage', name, `Against ${against}`, how);
}

/** @param {Figures} figures */
function startsSection(figures) {
  const starts = startsTable(figures);
  return starts ? `<section id="starts"><h2>Start-up and memory at rest</h2>${table(starts, figures)}</section>` : '';
}

/** @param {Figures} figures */
function sequencesSection(figures) {
  const sequences = sequencesTable(figures);
  return sequences ? `<section id="sequences"><h2>Sequences of blocks</h2>${table(sequences, figures)}</section>` : '';
}

/** @param {Figures} figures */
function spentSection(figures) {
  const spent = spentTable(figures.run);
  return spent ? `<section id="time"><h2>How the time was spent</h2>${table(spent, figures)}</section>` : '';
}

function definitions() {
  const rows = DEFINITIONS.map(
    ([name, definition, source]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${escape(definition)}</td><td><code>${escape(source)}</code></td></tr>`,
  );
  return `<section id="definitions"><h2>How each figure was obtained</h2><div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Definition</th><th scope="col">Source in the bundle</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></section>`;
}

/** @param {Table} data @param {Figures} figures @param {string} [kind] */
function table(data, { run }, kind) {
  return tableOf(data, run.catalogue.targets, kind);
}
