import { METRICS } from '../../analyse/comparison/comparison.js';
import { answers } from '../answers.js';
import { cpuSentences, howSampled } from '../cpu/sentences.js';
import { cpuTable } from '../cpu/table.js';
import { caveats, trust } from '../findings.js';
import { forestTable } from '../forest/table.js';
import { targetsOf } from '../forest/view.js';
import { facts, imprint } from '../tables/facts.js';
import { optimumSentences } from '../sweep/sentences.js';
import { caveatItems, plain, table } from './parts.js';
import { conclusion } from '../paragraph.js';
import { absoluteTable } from '../tables/figures.js';
import { startsTable } from '../tables/starts.js';
import { countSlices } from '../verdicts/document.js';
import { verdictRows } from '../verdicts/rows.js';
import { trustText } from '../words/ratios/legend.js';

/**
 * The report as Markdown, in short: report.html has figures by the number of users, definitions and parts besides.
 * @param {import('../../analyse/types.js').Figures} figures
 * @returns {string}
 */
export function markdown(figures) {
  const { run } = figures;
  const starts = startsTable(figures);
  const doubts = caveats(figures);
  const answered = [...answers(figures), ...optimumSentences(figures)];
  const blocks = [
    `# stackbench ${plain(run.id)}`,
    plain(imprint(run)),
    ...(answered.length > 0 ? [answered.map((sentence) => `- ${plain(sentence)}`).join('\n')] : []),
    table(absoluteTable(figures)),
    '## Verdicts',
    ...METRICS.map((metric) => {
      const rows = verdictRows(figures).filter((row) => row.metric === metric);
      return table(forestTable({ rows, metric, baseline: figures.baseline, targets: targetsOf(run) }));
    }),
    '## May this run be trusted?',
    plain(trustText(trust(figures), { doubts: doubts.length, ...countSlices(figures) }, run.notes)),
    ...(doubts.length > 0 ? [caveatItems(doubts)] : []),
    ...run.scenarios.flatMap((scenario) => [
      `## ${plain(run.catalogue.scenarios[scenario].title)} (\`${scenario}\`)`,
      plain(conclusion(figures, scenario)),
      ...cpuMarkdown(figures, scenario),
    ]),
    ...(starts ? ['## Start-up and memory at rest', table(starts)] : []),
    ...facts(figures).flatMap(({ title, rows }) => [`## ${title}`, rows.map(([name, value]) => `- ${name}: ${plain(value)}`).join('\n')]),
  ];
  return blocks.join('\n\n') + '\n';
}

/** @param {import('../../analyse/types.js').Figures} figures @param {string} scenario @returns {string[]} none where nothing was sampled */
function cpuMarkdown(figures, scenario) {
  const parts = cpuTable(figures, scenario);
  return parts === null ? [] : [...cpuSentences(figures, scenario).map(plain), table(parts), plain(howSampled(figures, scenario))];
}
