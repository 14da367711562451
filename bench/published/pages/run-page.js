/** index.html of a submission: the report without its charts over time, whose code alone is more than a megabyte. */
import { answers } from '../../report/answers.js';
import { caveats } from '../../report/findings.js';
import { NARROW, WIDE } from '../../report/forest/layout.js';
import { forestSvg } from '../../report/forest/svg.js';
import { forestTable } from '../../report/forest/table.js';
import { targetsOf } from '../../report/forest/view.js';
import { caveatItems, escape, table } from '../../report/html/parts.js';
import { cellsTable } from '../../report/tables/cells.js';
import { facts, imprint } from '../../report/tables/facts.js';
import { verdictsTable } from '../../report/tables/verdicts.js';
import { runAnswer, voids } from '../../report/verdicts/document.js';
import { verdictRows } from '../../report/verdicts/rows.js';
import { HOW_TO_READ, doubtsText } from '../../report/words/ratios/legend.js';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.js';
import { document } from './document.js';

/** @typedef {import('../../analyse/types.js').Figures} Figures */

/** @param {Figures} figures @returns {string} HTML; the same bundle gives the same bytes */
export function runPage(figures) {
  const { run, baseline } = figures;
  const all = verdictRows(figures);
  const { targets } = run.catalogue;
  const views = COMPARED_METRICS.map((metric) => ({
    rows: all.filter((row) => row.metric === metric),
    metric,
    baseline,
    targets: targetsOf(run),
  }));
  const found = caveats(figures);
  const tables = views.map((view) => `<h3>${escape(METRIC_WORDS[view.metric].name)}</h3>${table(forestTable(view), targets, 'matrix')}`);
  return document({
    title: run.id,
    body: [
      `<nav aria-label="Published results"><a href="../index.html">All published results</a></nav>
<header><h1>${escape(run.id)}</h1><p class="answer">${escape(runAnswer(figures) ?? '')}</p><p class="lead imprint">${escape(imprint(run))}</p></header>
<main><section aria-label="The answer"><div id="plot">${forestSvg(views[0], WIDE)}${forestSvg(views[0], NARROW)}</div><p class="how">${escape(HOW_TO_READ)}</p>
<details class="caveats" id="caveats"><summary>${escape(doubtsText({ doubts: found.length, ...voids(figures) }))}</summary><ul>${caveatItems(found)}</ul></details>
<ul class="answers">${answers(figures)
        .map((sentence) => `<li>${escape(sentence)}</li>`)
        .join('')}</ul></section>
<section id="ratios"><h2>All metrics against ${escape(targets[baseline].label)}</h2>${tables.join('\n')}</section>`,
      ...run.scenarios.map(
        (name) =>
          `<section id="scenario-${escape(name)}"><h2>${escape(run.catalogue.scenarios[name].title)}</h2><p class="lead">${escape(run.catalogue.scenarios[name].does)}</p>${table(verdictsTable(figures, name), targets)}</section>`,
      ),
      `<section id="cells"><h2>Cells</h2>${table(cellsTable(figures), targets)}</section>
<section id="facts"><h2>What was run, and where</h2><div class="facts">${facts(figures).map(factsList).join('')}</div></section>
<section id="files"><h2>Files</h2><p><a href="cells.csv">cells.csv</a>, ${figures.sequences.length > 0 ? '<a href="slices.csv">slices.csv</a>, ' : ''}<a href="verdicts.json">verdicts.json</a>, <a href="report.md">report.md</a>, <a href="report.svg">report.svg</a>, <a href="data.txt">data.txt</a></p>
<p>To recompute them: <code>make check-submission DIR=published/${escape(run.id)}</code>. The page with charts over time: copy this folder to <code>results/</code>, then <code>make report RUN=${escape(run.id)}</code>.</p></section></main>`,
    ],
  });
}

/** @param {ReturnType<typeof facts>[number]} part */
function factsList({ title, rows }) {
  const items = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
  return `<div><h3>${escape(title)}</h3><dl>${items.join('')}</dl></div>`;
}
