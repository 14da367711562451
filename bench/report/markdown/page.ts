import { METRICS } from '../../analyse/comparison/comparison.ts';
import { answers } from '../answers.ts';
import { cpuSentences, howSampled } from '../cpu/sentences.ts';
import { cpuTable } from '../cpu/table.ts';
import { caveats, trust } from '../findings.ts';
import { forestTable } from '../forest/table.ts';
import { targetsOf } from '../forest/view.ts';
import { facts, imprint } from '../tables/facts.ts';
import { optimumSentences } from '../sweep/sentences.ts';
import { caveatItems, plain, table } from './parts.ts';
import { conclusion } from '../paragraph.ts';
import { absoluteTable } from '../tables/figures.ts';
import { startsTable } from '../tables/starts.ts';
import { countSlices } from '../verdicts/document.ts';
import { verdictRows } from '../verdicts/rows.ts';
import { trustText } from '../words/ratios/legend.ts';
import type { Figures } from '../../analyse/types.ts';

/** The report as Markdown, in short: report.html has figures by the number of users, definitions and parts besides. */
export function markdown(figures: Figures): string {
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

/** @returns none where nothing was sampled */
function cpuMarkdown(figures: Figures, scenario: string): string[] {
  const parts = cpuTable(figures, scenario);
  return parts === null ? [] : [...cpuSentences(figures, scenario).map(plain), table(parts), plain(howSampled(figures, scenario))];
}
