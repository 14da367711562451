import { caveats } from '../findings.js';
import { NARROW, WIDE } from '../forest/layout.js';
import { forestSvg } from '../forest/svg.js';
import { forestTable } from '../forest/table.js';
import { targetsOf } from '../forest/view.js';
import { imprint } from '../tables/facts.js';
import { runAnswer, voids } from '../verdicts/document.js';
import { verdictRows } from '../verdicts/rows.js';
import { HOW_TO_READ, doubtsText } from '../words/ratios/legend.js';
import { COMPARED_METRICS, METRIC_WORDS } from '../words/ratios/metrics.js';
import { valuesText } from '../words/variants/sweep.js';
import { optimumSentences } from '../sweep/sentences.js';
import { list, plural } from '../../util/text.js';
import { caveatItems, escape, table } from './parts.js';

/**
 * What a reader sees first: the answer, the plot of all scenarios and targets, where it was measured, and how many doubts there are.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 */

/** @param {Figures} figures @returns {string} */
export function top(figures) {
  const { run, baseline } = figures;
  const rows = verdictRows(figures).filter(({ metric }) => metric === 'throughput');
  const view = { rows, metric: /** @type {const} */ ('throughput'), baseline, targets: targetsOf(run) };
  const answer = runAnswer(figures);
  return `<header><h1>${heading(run)}</h1>
${answer === null ? '' : `<p class="answer" id="answer" aria-live="polite">${escape(answer)}</p>`}
<p class="lead imprint">${escape(imprint(run))}</p></header>
<section id="summary" aria-label="The answer">
${switches(figures)}
<div id="plot">${forestSvg(view, WIDE)}${forestSvg(view, NARROW)}</div>
${optimaList(figures)}${doubts(figures)}
<p class="how">${escape(HOW_TO_READ)}</p>
<details id="plot-table"><summary>The plot as a table</summary><div>${table(forestTable(view), run.catalogue.targets, 'matrix')}</div></details>
<noscript><p>Without JavaScript there are no charts below and no switches; the tables hold the same figures.</p></noscript></section>`;
}

/** @param {Figures['run']} run */
function heading({ targets, calibrates, sweep }) {
  if (sweep) return `${escape(list(sweep.targets))} with ${valuesText(sweep)}`;
  return calibrates ? `${escape(calibrates)} against itself` : `${plural(targets.length, 'Spring stack')} under load`;
}

/** @param {Figures} figures @returns {string} '' of a run that is no sweep */
function optimaList(figures) {
  const items = optimumSentences(figures).map((sentence) => `<li>${escape(sentence)}</li>`);
  return items.length > 0 ? `<ul class="statements optima">${items.join('')}</ul>` : '';
}

/** @param {Figures} figures */
function doubts(figures) {
  const found = caveats(figures);
  return `<details class="caveats" id="caveats"><summary>${escape(doubtsText({ doubts: found.length, ...voids(figures) }))}</summary><ul>${caveatItems(found)}</ul></details>`;
}

/** Shown by the page's script, since without it they do nothing. @param {Figures} figures */
function switches({ run, baseline }) {
  const { targets } = run.catalogue;
  const metrics = COMPARED_METRICS.map((metric) => option(metric, METRIC_WORDS[metric].name, metric === 'throughput'));
  const baselines = run.targets.map((name) => option(name, targets[name].label, name === baseline));
  return `<form id="switches" aria-label="What the plot shows" hidden>
<label><span>Metric</span> <select name="metric">${metrics.join('')}</select></label>
<label><span>Against</span> <select name="baseline">${baselines.join('')}</select></label>
${boxes(
  'scenarios',
  'Scenarios',
  run.scenarios.map((name) => ({ name, label: name })),
)}
${boxes(
  'targets',
  'Targets',
  run.targets.map((name) => ({ name, label: targets[name].label })),
)}
<button type="reset" disabled>Reset</button></form>`;
}

/** @param {string} value @param {string} label @param {boolean} isSelected */
function option(value, label, isSelected) {
  return `<option value="${escape(value)}"${isSelected ? ' selected' : ''}>${escape(label)}</option>`;
}

/** @param {string} name @param {string} title @param {{ name: string, label: string }[]} all */
function boxes(name, title, all) {
  const items = all.map(
    (each) => `<label><input type="checkbox" name="${name}" value="${escape(each.name)}" checked> ${escape(each.label)}</label>`,
  );
  return `<details class="boxes"><summary>${title} <span class="count" data-count="${name}">${all.length} of ${all.length}</span></summary><fieldset><legend>${title}</legend>${items.join('')}</fieldset></details>`;
}
