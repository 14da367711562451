import { caveats } from '../findings.js';
import { caveatItems, plain, table } from '../markdown/parts.js';
import { targetsTable } from '../tables/figures.js';
import { runTitle } from './run-title.js';
import { conclusionsTable, figuresTable } from './tables.js';

/** @typedef {import('./tables.js').StudyResult} StudyResult */

/** @param {StudyResult} result @returns {string} */
export function studyMarkdown(result) {
  const { study, runs } = result;
  const figures = figuresTable(result);
  const blocks = [
    `# ${plain(study.id)}: ${plain(study.title)}`,
    table(conclusionsTable(result)),
    '## The published experiment',
    plain(study.source),
    '## What differs here',
    study.adapted.map((sentence) => `- ${plain(sentence)}`).join('\n'),
    ...(figures ? ['## Numbers', table(figures)] : []),
    ...runs.flatMap((run) => runBlocks(run)),
  ];
  return blocks.join('\n\n') + '\n';
}

/** @param {import('./tables.js').MeasuredRun} measured */
function runBlocks({ plan, figures }) {
  const { run } = figures;
  const refused = Object.values(run.refused).map((sentence) => `Refused by the verification: ${plain(sentence)}.`);
  return [
    `## ${plain(plan.title)}`,
    `${plain(runTitle(figures))}. Report: ${plain(run.id)}/report.md.`,
    ...refused,
    caveatItems(caveats(figures)),
    ...run.scenarios.map((scenario) => table(targetsTable(figures, scenario))),
  ];
}
