/** The report of `make startup`: one page and lines for the terminal, made from startup.json alone. */
import { join } from 'node:path';
import { startMeans, type StartFigure } from '../../analyse/startup.ts';
import { madeOf } from '../../record/json/file.ts';
import { STARTUP_FILE, readStartup, type StartupRecord } from '../../record/startup/record.ts';
import { writeWhole } from '../../util/files.ts';
import { alignColumns } from '../../util/table.ts';
import { plural } from '../../util/text.ts';
import { document, type Section } from '../html/document.ts';
import { table } from '../html/parts.ts';
import { html } from '../html/template.ts';
import { environmentOf } from '../tables/facts.ts';
import { figureColumn, tableOf } from '../tables/table.ts';
import { START_FIGURES, meanText, startVerdictText, startupAnswer, startupHow } from '../words/variants/startup.ts';
import { ratioText } from '../words/verdicts.ts';
import { startPlot } from './plot.ts';

const FIGURES = Object.keys(START_FIGURES) as StartFigure[];

/** @param dir folder with startup.json @returns the page that was written */
export function writeStartupReport(dir: string): { file: string; record: StartupRecord } {
  const record = readStartup(dir);
  const file = join(dir, 'startup.html');
  const page = madeOf(join(dir, STARTUP_FILE), () => startupPage(record));
  writeWhole(file, page);
  return { file, record };
}

/** @returns for the terminal a block for each figure, a line for each target */
export function startupLines(record: StartupRecord): string[] {
  return FIGURES.flatMap((figure) => {
    const rows = startMeans(record, figure).map(({ target, comparison, starts, ...found }) => {
      const verdict = comparison ? [ratioText(comparison), startVerdictText(figure, comparison, starts)] : ['', 'baseline'];
      return [`  ${target}`, meanText(figure, found), ...verdict];
    });
    return rows.length > 0 ? [`${START_FIGURES[figure].name}, mean of ${plural(record.starts, 'start')}`, ...alignColumns(rows)] : [];
  });
}

/** One page that needs no other file and no script. */
function startupPage(record: StartupRecord): string {
  const { id, targets, catalogue } = record;
  return document({
    title: id,
    heading: `Start-up of ${plural(targets.length, 'target')}`,
    answer: startupAnswer(startMeans(record, 'answerSeconds'), catalogue.targets),
    lead: imprint(record),
    intro: html`<p class="how">${startupHow(record)}</p>`,
    sections: FIGURES.flatMap((figure) => section(record, figure)),
    footer: html`This page was made only from startup.json beside it, which has every start.`,
  });
}

function imprint(record: StartupRecord) {
  const { id, limits, commit, startedAt, endedAt } = record;
  const parts = [
    ...environmentOf(record),
    limits.heapMb && `heap ${limits.heapMb} MiB, ${limits.collector}`,
    `commit ${String(commit).slice(0, 12)}`,
    startedAt.slice(0, 10),
    id,
    endedAt === null && 'not finished',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @returns none without a start of which it is known */
function section(record: StartupRecord, figure: StartFigure): Section[] {
  const { targets } = record.catalogue;
  const { name, definition, unit } = START_FIGURES[figure];
  const means = startMeans(record, figure);
  if (means.length === 0) return [];
  const figures = tableOf(`${name}, ${unit}`, means, [
    { head: 'Target', rowHead: true, of: ({ target }) => ({ text: targets[target].label, target }) },
    { head: 'Mean', of: (found) => meanText(figure, found) },
    { head: 'Ratio', of: ({ comparison }) => (comparison ? ratioText(comparison) : '–') },
    {
      head: 'Verdict',
      of: ({ comparison, starts }) => ({
        text: comparison ? startVerdictText(figure, comparison, starts) : 'baseline',
        decided: comparison?.verdict === 'less' || comparison?.verdict === 'more',
      }),
    },
    figureColumn('Starts', '', ({ starts }) => String(starts)),
  ]);
  const content = html`<p class="lead">${definition}</p>
${startPlot(means, START_FIGURES[figure], targets)}
${table(figures, targets)}`;
  return [{ id: figure, title: name, content }];
}
