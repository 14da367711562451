/** What a reader sees below the answer: the plot of all scenarios and targets, and how many doubts there are. */
import { caveats, trust } from '../findings.ts';
import { NARROW, WIDE } from '../forest/layout.ts';
import { forestSvg } from '../forest/svg.ts';
import { forestTable } from '../forest/table.ts';
import { viewOf } from '../forest/view.ts';
import { countSlices } from '../verdicts/document.ts';
import { absoluteTable } from '../tables/figures.ts';
import { HOW_TO_READ, trustText } from '../words/ratios/legend.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../words/ratios/metrics.ts';
import { optimumSentences } from '../sweep.ts';
import { caveatItems, statementList, table } from './parts.ts';
import { html, trusted, type Html } from './template.ts';
import type { Figures } from '../../analyse/types.ts';

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
