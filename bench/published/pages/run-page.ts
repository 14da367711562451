/** index.html of a submission: the report without its charts, whose code alone is more than a megabyte. */
import { answers, runAnswer } from '../../report/verdicts/document.ts';
import { NARROW, WIDE } from '../../report/forest/layout.ts';
import { forestSvg } from '../../report/forest/svg.ts';
import { forestTable } from '../../report/forest/table.ts';
import { viewOf } from '../../report/forest/view.ts';
import { document } from '../../report/html/document.ts';
import { factLists, statementList, table } from '../../report/html/parts.ts';
import { html, trusted } from '../../report/html/template.ts';
import { doubts } from '../../report/html/page.ts';
import { facts, imprint } from '../../report/tables/facts.ts';
import { levelsTable, targetsTable } from '../../report/tables/figures.ts';
import { partsTable } from '../../report/tables/parts.ts';
import { headingOf, HOW_TO_READ } from '../../report/words/ratios/top.ts';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.ts';
import type { Figures } from '../../analyse/types.ts';

/** @returns HTML; the same bundle gives the same bytes */
export function runPage(figures: Figures): string {
  const { run, baseline } = figures;
  const { targets, scenarios } = run.catalogue;
  const views = COMPARED_METRICS.map((metric) => viewOf(figures, metric));
  return document({
    title: run.id,
    heading: headingOf(run),
    answer: runAnswer(figures),
    lead: imprint(run),
    intro: html`<section aria-label="The answer"><div id="plot">${trusted(forestSvg(views[0], WIDE))}${trusted(forestSvg(views[0], NARROW))}</div>
<p class="how">${HOW_TO_READ}</p>
${doubts(figures)}${statementList(answers(figures))}</section>
<p><a href="../index.html">All published results</a></p>`,
    sections: [
      {
        id: 'ratios',
        title: `All metrics against ${targets[baseline].label}`,
        content: html`${views.map((view) => html`<h3>${METRIC_WORDS[view.metric].name}</h3>${table(forestTable(view), targets, 'matrix')}\n`)}`,
      },
      ...run.scenarios.map((name) => ({
        id: `scenario-${name}`,
        title: scenarios[name].title,
        link: name,
        content: html`<p class="lead">${scenarios[name].does}</p>${table(targetsTable(figures, name), targets, 'targets')}${table(levelsTable(figures, name), targets)}`,
      })),
      { id: 'parts', title: 'How the run went', content: table(partsTable(figures), targets) },
      { id: 'facts', title: 'What was run, and where', content: factLists(facts(figures)) },
    ],
    footer: footer(figures),
  });
}

function footer({ run }: Figures) {
  const names = ['slices.csv', 'verdicts.json', 'report.md', 'report.svg', 'data.txt'];
  return html`Files: ${names.map((name, index) => html`${index > 0 && ', '}<a href="${name}">${name}</a>`)}. To recompute them: <code>make check-submission DIR=published/${run.id}</code>.
The page with its charts: copy this folder to <code>results/</code>, then <code>make report RUN=${run.id}</code>.`;
}
