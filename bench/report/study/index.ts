/** The pages of studies, made from the bundles of their runs alone. */
import { join } from 'node:path';
import { figures as figuresOf, readBundle } from '../../analyse/index.ts';
import { madeOf } from '../../record/json/file.ts';
import { RUN_FILE } from '../../record/run.ts';
import { alignColumns } from '../../util/table.ts';
import { wrapped, plural } from '../../util/text.ts';
import { judge } from '../../studies/judging/judge.ts';
import { levelsPlot } from '../charts/plot.ts';
import { caveats, statements } from '../words/findings/index.ts';
import { document } from '../html/document.ts';
import { caveatItems, chart, statementList, table } from '../html/parts.ts';
import { html } from '../html/template.ts';
import { writeAll } from '../index.ts';
import { bullets, plain, written, caveatItems as markdownItems, table as markdownTable } from '../markdown.ts';
import { loadText, samplesText } from '../tables/facts.ts';
import { targetsTable } from '../tables/figures.ts';
import { conclusionsTable, figuresTable, tallyText, type StudyResult, type MeasuredRun } from './tables.ts';
import type { Study } from '../../studies/terms.ts';
import type { Figures } from '../../analyse/types.ts';

/** Characters of the columns on the terminal: theirs, ours, verdict and why. */
const WIDTHS = [30, 38, 60];

/** @param dirs folders of its runs by name; what is not there was not measured */
export function studyResult(study: Study, dirs: Record<string, string>): StudyResult {
  const runs = study.runs.flatMap((plan) =>
    dirs[plan.name] ? [{ plan, figures: madeOf(join(dirs[plan.name], RUN_FILE), () => figuresOf(readBundle(dirs[plan.name]))) }] : [],
  );
  const byRun = Object.fromEntries(runs.map(({ plan, figures: found }) => [plan.name, found]));
  return { study, runs, conclusions: judge(study, byRun) };
}

/** @returns the page that was written */
export function writeStudy(resultsDir: string, result: StudyResult): string {
  const name = `study-${result.study.id}`;
  const [, page] = writeAll(resultsDir, { [`${name}.md`]: studyMarkdown(result), [`${name}.html`]: studyPage([result]) });
  return page;
}

/** @returns the page that was written */
export function writeStudies(resultsDir: string, results: StudyResult[]): string {
  const [page] = writeAll(resultsDir, { 'studies.html': studyPage(results) });
  return page;
}

/** The table that a study ends with on the terminal. */
export function conclusionsText(result: StudyResult): string {
  const rows = conclusionsTable(result).rows.map(([theirs, ours, verdict, why]) => {
    const outcome = verdict.note ? `${verdict.text} (${verdict.note})` : verdict.text;
    return [theirs.text, ours.text, `${outcome}: ${why.text}`];
  });
  return ['', titleOf(result), ...[['theirs', 'ours', 'verdict'], ...rows, ...flawRows(result)].map(rowText)].join('\n');
}

/** What a flaw leads to, beside the valid figures of the same scenario. @returns none without a flaw */
function flawRows(result: StudyResult): string[][] {
  const published = result.study.figures;
  const flawed = new Set(published.filter(({ flaw }) => flaw).map(({ scenario }) => scenario));
  const refusals = Object.assign({}, ...result.runs.map((each) => each.figures.run.refused));
  const rows = figuresTable(result)?.rows ?? [];
  return published.flatMap(({ scenario, label, target, flaw }, index) => {
    if (!flawed.has(scenario)) return [];
    const [theirs, ours] = rows[index].slice(1);
    const why = flaw
      ? `discarded: ${flaw}; refused by the verification: ${refusals[target] ?? 'not verified'}`
      : 'for comparison with the discarded figure';
    return [[`${label}: ${theirs.text}`, ours.text, why]];
  });
}

/** @returns with an empty line above */
function rowText(cells: string[]): string {
  const columns = cells.map((text, column) => wrapped(text, WIDTHS[column]));
  const height = Math.max(...columns.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) => columns.map((text) => text[line] ?? ''));
  return ['', ...alignColumns(lines, { widths: WIDTHS })].join('\n');
}

/** One page that needs no other file. @param results one study, or all */
function studyPage(results: StudyResult[]): string {
  const [one, ...others] = results.map(titleOf);
  const title = others.length === 0 ? one : 'Studies, measured again';
  return document({
    title,
    heading: title,
    answer: tallyText(results),
    lead: null,
    sections: results.map((result) => ({
      id: `study-${result.study.id}`,
      title: others.length === 0 ? null : titleOf(result),
      content: section(result),
    })),
    footer: html`This page was made only from the folders of its runs. Charts: Apache ECharts.`,
    plots: results.flatMap((result) =>
      result.runs.flatMap((run) => run.figures.run.scenarios.flatMap((scenario) => plotOf(result, run, scenario) ?? [])),
    ),
  });
}

function titleOf({ study: { id, title } }: StudyResult) {
  return `${id}: ${title}`;
}

function section(result: StudyResult) {
  const { study, runs } = result;
  const targets = Object.assign({}, ...runs.map(({ figures }) => figures.run.catalogue.targets));
  const numbers = figuresTable(result);
  return html`
${table(conclusionsTable(result), targets, 'matrix conclusions')}
<h3>The published experiment</h3><p class="conclusion">${study.source}</p>
<h3>What differs here</h3>${statementList(study.adapted)}
${numbers && table(numbers, targets, 'matrix numbers')}
${runs.map((run) => runPart(result, run))}`;
}

function runPart(result: StudyResult, measured: MeasuredRun) {
  const { plan, figures } = measured;
  const { run } = figures;
  return html`<section><h3>${plan.title}</h3>
<p class="lead">${runTitle(figures)}. <a href="${encodeURIComponent(run.id)}/report.html">Its report</a></p>
${Object.values(run.refused).map((sentence) => html`<p class="decided">Refused by the verification: ${sentence}.</p>`)}
<div class="caveats"><ul>${caveatItems(caveats(figures))}</ul></div>
${run.scenarios.map(
  (scenario) => html`${chart(plotOf(result, measured, scenario))}${statementList(statements(figures, scenario))}
${table(targetsTable(figures, scenario), run.catalogue.targets, 'targets')}`,
)}</section>
`;
}

/** The same scenario may be in several runs of a page. */
function plotOf({ study }: StudyResult, { plan, figures }: MeasuredRun, scenario: string) {
  const plot = levelsPlot(figures, scenario);
  return plot && { ...plot, place: `${study.id} ${plan.name} ${scenario}`, title: `${scenario}: over the number of users` };
}

/** @returns such as 'Run 20261121-093000-S0-far, profile quick, 2 rounds: 50, 150 users; slices of 5 s; block: 2 rounds × 5 blocks' */
function runTitle(figures: Figures): string {
  const { id, profile, rounds } = figures.run;
  return `Run ${id}, profile ${profile}, ${plural(rounds, 'round')}: ${loadText(figures.run)}; ${samplesText(figures)}`;
}

function studyMarkdown(result: StudyResult): string {
  const { study, runs } = result;
  const figures = figuresTable(result);
  return written([
    `# ${plain(titleOf(result))}`,
    markdownTable(conclusionsTable(result)),
    '## The published experiment',
    plain(study.source),
    '## What differs here',
    bullets(study.adapted),
    ...(figures ? ['## Numbers', markdownTable(figures)] : []),
    ...runs.flatMap(runBlocks),
  ]);
}

function runBlocks({ plan, figures }: MeasuredRun) {
  const { run } = figures;
  const refused = Object.values(run.refused).map((sentence) => `Refused by the verification: ${plain(sentence)}.`);
  return [
    `## ${plain(plan.title)}`,
    `${plain(runTitle(figures))}. Report: ${plain(run.id)}/report.md.`,
    ...refused,
    markdownItems(caveats(figures)),
    ...run.scenarios.map((scenario) => markdownTable(targetsTable(figures, scenario))),
  ];
}
