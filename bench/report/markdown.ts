import { METRICS } from '../analyse/comparison/comparison.ts';
import { answers, countSlices } from './verdicts/document.ts';
import { cpuOfRequests } from './cpu.ts';
import { caveats, trust, type Caveat } from './words/findings/index.ts';
import { forestTable } from './forest/table.ts';
import { viewOf } from './forest/view.ts';
import { facts, imprint } from './tables/facts.ts';
import { optimumSentences } from './sweep.ts';
import { conclusion } from './paragraph.ts';
import { absoluteTable } from './tables/figures.ts';
import { startsTable } from './tables/parts.ts';
import { trustText } from './words/ratios/top.ts';
import { SHOWN_AT_ONCE } from './html/parts.ts';
import type { Figures } from '../analyse/types.ts';
import type { Table, Cell } from './tables/table.ts';

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

export function table({ caption, columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    `${plain(caption)}:\n`,
    line(columns.map(({ head, unit }) => plain(unit ? `${head} (${unit})` : head))),
    line(columns.map(({ numeric }) => (numeric ? '--:' : '---'))),
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n');
}

function cellText({ text, note, struck }: Cell) {
  const words = struck ? `~~${plain(text)}~~` : plain(text);
  return note ? `${words} (${plain(note)})` : words;
}

/** Text of the bundle that Markdown must not read as its own signs, in one line. */
export function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|*_`<>~[\]]/g, '\\$&');
}

export function caveatItems(doubts: Caveat[]): string {
  const linesOf = ({ title, text, items }: Caveat) => {
    const more = items.length > SHOWN_AT_ONCE ? [`and ${items.length - SHOWN_AT_ONCE} more, see report.html`] : [];
    const shown = [...items.slice(0, SHOWN_AT_ONCE), ...more].map((item) => `  - ${plain(item)}`);
    return [`- **${plain(title)}** ${plain(text)}`.trimEnd(), ...shown];
  };
  return doubts.flatMap(linesOf).join('\n');
}

/** @returns items of a list */
export function bullets(items: string[]): string {
  return items.map((item) => `- ${plain(item)}`).join('\n');
}

/** @param blocks '' and null are left out */
export function written(blocks: (string | null)[]): string {
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
