import { answers } from '../answers.js';
import { caveats, statements } from '../findings.js';
import { DEFINITIONS } from '../words/definitions.js';
import { facts, imprint } from '../tables/facts.js';
import { optimumSentences } from '../sweep/sentences.js';
import { caveatItems, plain, table } from './parts.js';
import { paragraph } from '../paragraph.js';
import { levelsTable, matrix, targetsTable } from '../tables/figures.js';
import { partsTable } from '../tables/parts.js';
import { startsTable } from '../tables/starts.js';
import { decisionTable } from '../tables/verdicts.js';

/**
 * The report as Markdown: the same facts as report.html, without charts.
 * @param {import('../../analyse/types.js').Figures} figures
 * @returns {string}
 */
export function markdown(figures) {
  const { run } = figures;
  const starts = startsTable(figures);
  const answered = [...answers(figures), ...optimumSentences(figures)];
  const blocks = [
    `# stackbench ${plain(run.id)}`,
    plain(imprint(run)),
    ...(answered.length > 0 ? [answered.map((sentence) => `- ${plain(sentence)}`).join('\n')] : []),
    '## Summary',
    table(decisionTable(figures)),
    table(matrix(figures)),
    '## What this run can and cannot show',
    caveatItems(caveats(figures)),
    ...run.scenarios.flatMap((scenario) => [
      `## ${plain(run.catalogue.scenarios[scenario].title)} (\`${scenario}\`)`,
      plain(paragraph(figures, scenario)),
      statements(figures, scenario)
        .map((sentence) => `- ${plain(sentence)}`)
        .join('\n'),
      table(targetsTable(figures, scenario)),
      table(levelsTable(figures, scenario)),
    ]),
    ...(starts ? ['## Start-up and memory at rest', table(starts)] : []),
    '## How each figure was obtained',
    DEFINITIONS.map(([name, definition, source]) => `- **${name}**: ${plain(definition)}. Source: \`${source}\`.`).join('\n'),
    '## Parts of the run',
    table(partsTable(figures)),
    ...facts(figures).flatMap(({ title, rows }) => [`## ${title}`, rows.map(([name, value]) => `- ${name}: ${plain(value)}`).join('\n')]),
  ];
  return blocks.join('\n\n') + '\n';
}
