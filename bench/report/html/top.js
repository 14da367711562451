import { caveats, trust } from '../findings.js';
import { NARROW, WIDE } from '../forest/layout.js';
import { forestSvg } from '../forest/svg.js';
import { forestTable } from '../forest/table.js';
import { targetsOf } from '../forest/view.js';
import { countSlices } from '../verdicts/document.js';
import { verdictRows } from '../verdicts/rows.js';
import { absoluteTable } from '../tables/figures.js';
import { HOW_TO_READ, trustText } from '../words/ratios/legend.js';
import { COMPARED_METRICS, METRIC_WORDS } from '../words/ratios/metrics.js';
import { optimumSentences } from '../sweep/sentences.js';
import { caveatItems, statementList, table } from './parts.js';
import { html, trusted } from './template.js';

/**
 * What a reader sees below the answer: the plot of all scenarios and targets, and how many doubts there are.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('./template.js').Html} Html
 * @typedef {{ value: string, label: string }} Option
 */

/** @param {Figures} figures @returns {Html} */
export function summary(figures) {
  const { run, baseline } = figures;
  const rows = verdictRows(figures).filter(({ metric }) => metric === 'throughput');
  const view = { rows, metric: /** @type {const} */ ('throughput'), baseline, targets: targetsOf(run) };
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

/** @param {Figures} figures @returns {Html} one line that opens */
export function doubts(figures) {
  const found = caveats(figures);
  const judged = trust(figures);
  const text = trustText(judged, { doubts: found.length, ...countSlices(figures) }, figures.run.notes);
  return html`<details class="caveats ${judged.light}" id="caveats"><summary>${text}</summary><ul>${caveatItems(found)}</ul></details>`;
}

/** Shown by the page's script, since without it they do nothing. @param {Figures} figures */
function switches({ run, baseline }) {
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

/** @param {string} name @param {string} title @param {Option[]} all @param {string} selected */
function select(name, title, all, selected) {
  const options = all.map(
    ({ value, label }) => html`<option value="${value}"${value === selected && trusted(' selected')}>${label}</option>`,
  );
  return html`<label><span>${title}</span> <select name="${name}">${options}</select></label>`;
}

/** @param {string} name @param {string} title @param {Option[]} all */
function boxes(name, title, all) {
  const items = all.map(
    ({ value, label }) => html`<label><input type="checkbox" name="${name}" value="${value}" checked> ${label}</label>`,
  );
  return html`<details class="boxes"><summary>${title} <span class="count" data-count="${name}">${all.length} of ${all.length}</span></summary><fieldset><legend>${title}</legend>${items}</fieldset></details>`;
}
