import { METRICS } from '../../analyse/comparison/comparison.ts';
import { answers, countSlices } from '../verdicts/document.ts';
import { cpuOfRequests } from '../cpu.ts';
import { caveats, trust } from '../words/findings/index.ts';
import { forestTable } from '../forest/table.ts';
import { viewOf } from '../forest/view.ts';
import { facts, imprint } from '../tables/facts.ts';
import { optimumSentences } from '../sweep.ts';
import { bullets, caveatItems, plain, table, written } from './parts.ts';
import { conclusion } from '../paragraph.ts';
import { absoluteTable } from '../tables/figures.ts';
import { startsTable } from '../tables/parts.ts';
import { trustText } from '../words/ratios/top.ts';
import type { Figures } from '../../analyse/types.ts';

/** The report as Markdown, in short: report.html has figures by the number of users, definitions and parts besides. */
export function markdown(figures: Figures): string {
  const { run } = figures;
  const starts = startsTable(figures);
  const doubts = caveats(figures);
  return written([
    `# stackbench ${plain(run.id)}`,
    plain(imprint(run)),
    bullets([...answers(figures), ...optimumSentences(figures)]),
    table(absoluteTable(figures)),
    '## Verdicts',
    ...METRICS.map((metric) => table(forestTable(viewOf(figures, metric)))),
    '## May this run be trusted?',
    plain(trustText(trust(figures), { doubts: doubts.length, ...countSlices(figures) }, run.notes)),
    caveatItems(doubts),
    ...run.scenarios.flatMap((scenario) => [
      `## ${plain(run.catalogue.scenarios[scenario].title)} (\`${scenario}\`)`,
      plain(conclusion(figures, scenario)),
      ...cpuMarkdown(figures, scenario),
    ]),
    ...(starts ? ['## Start-up and memory at rest', table(starts)] : []),
    ...facts(figures).flatMap(({ title, rows }) => [`## ${title}`, bullets(rows.map((row) => row.join(': ')))]),
  ]);
}

function cpuMarkdown(figures: Figures, scenario: string): string[] {
  const found = cpuOfRequests(figures, scenario);
  return found === null ? [] : [...found.sentences.map(plain), table(found.table), plain(found.how)];
}
