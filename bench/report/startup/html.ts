import { startMeans, type StartFigure, type StartMean } from '../../analyse/startup.ts';
import { plural } from '../../util/text.ts';
import { document, type Section } from '../html/document.ts';
import { table } from '../html/parts.ts';
import { html } from '../html/template.ts';
import { START_FIGURES, meanText, startRatioText, startVerdictText, startupAnswer, startupHow } from '../words/variants/startup.ts';
import { startPlot } from './plot.ts';
import type { StartupRecord } from '../../record/startup/record.ts';

const FIGURES = Object.keys(START_FIGURES) as StartFigure[];

/** One page that needs no other file and no script. */
export function startupPage(record: StartupRecord): string {
  const { id, targets, catalogue } = record;
  return document({
    title: id,
    heading: `Start-up of ${plural(targets.length, 'target')}`,
    answer: startupAnswer(startMeans(record, 'answerSeconds'), catalogue.targets),
    lead: imprint(record),
    intro: html`<p class="how">${startupHow(record)}</p>`,
    sections: FIGURES.map((figure) => ({ figure, means: startMeans(record, figure) }))
      .filter(({ means }) => means.length > 0)
      .map(({ figure, means }) => section(record, figure, means)),
    footer: html`This page was made only from startup.json beside it, which has every start.`,
  });
}

function imprint({ id, machine, limits, versions, commit, startedAt, endedAt }: StartupRecord) {
  const parts = [
    `${machine.cpuModel}, ${plural(machine.cores, 'core')}`,
    `${limits.targetCpus} CPU per target`,
    versions.springBoot && `Spring Boot ${versions.springBoot}`,
    versions.java && `Java ${versions.java}`,
    limits.heapMb && `heap ${limits.heapMb} MiB, ${limits.collector}`,
    `commit ${String(commit).slice(0, 12)}`,
    startedAt.slice(0, 10),
    id,
    endedAt === null && 'not finished',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @param means of it */
function section({ catalogue: { targets } }: StartupRecord, figure: StartFigure, means: StartMean[]): Section {
  const { name, definition, unit } = START_FIGURES[figure];
  const rows = means.map(({ target, starts, comparison, ...found }) => [
    { text: targets[target].label, target },
    { text: meanText(figure, found) },
    { text: comparison ? startRatioText(comparison) : '–' },
    comparison
      ? { text: startVerdictText(figure, comparison, starts), decided: comparison.verdict === 'less' || comparison.verdict === 'more' }
      : { text: 'baseline' },
    { text: String(starts) },
  ]);
  const columns = [
    { head: 'Target', rowHead: true },
    { head: 'Mean' },
    { head: 'Ratio' },
    { head: 'Verdict' },
    { head: 'Starts', numeric: true },
  ];
  const content = html`<p class="lead">${definition}</p>
${startPlot(means, START_FIGURES[figure], targets)}
${table({ caption: `${name}, ${unit}`, columns, rows }, targets)}`;
  return { id: figure, title: name, content };
}
