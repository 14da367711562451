import { caveats } from '../findings.ts';
import { caveatItems, plain, table } from '../markdown/parts.ts';
import { targetsTable } from '../tables/figures.ts';
import { runTitle } from './run-title.ts';
import { conclusionsTable, figuresTable, type StudyResult, type MeasuredRun } from './tables.ts';

export function studyMarkdown(result: StudyResult): string {
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

function runBlocks({ plan, figures }: MeasuredRun) {
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
