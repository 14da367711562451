/** The pages of studies, made from the bundles of their runs alone. */
import { join } from 'node:path';
import { figures, readBundle } from '../../analyse/index.ts';
import { madeOf } from '../../record/json/file.ts';
import { RUN_FILE } from '../../record/run.ts';
import { writeWhole } from '../../util/files.ts';
import { alignColumns } from '../../util/table.ts';
import { wrapped } from '../../util/text.ts';
import { judge } from '../../studies/judging/judge.ts';
import { studyMarkdown, studyPage } from './page.ts';
import { conclusionsTable, figuresTable, type StudyResult } from './tables.ts';
import type { Study } from '../../studies/types.ts';

/** Characters of the columns on the terminal: theirs, ours, verdict and why. */
const WIDTHS = [30, 38, 60];

/** @param dirs folders of its runs by name; what is not there was not measured */
export function studyResult(study: Study, dirs: Record<string, string>): StudyResult {
  const runs = study.runs.flatMap((plan) =>
    dirs[plan.name] ? [{ plan, figures: madeOf(join(dirs[plan.name], RUN_FILE), () => figures(readBundle(dirs[plan.name]))) }] : [],
  );
  const byRun = Object.fromEntries(runs.map(({ plan, figures: found }) => [plan.name, found]));
  return { study, runs, conclusions: judge(study, byRun) };
}

/** @returns the page that was written */
export function writeStudy(resultsDir: string, result: StudyResult): string {
  const file = join(resultsDir, `study-${result.study.id}`);
  write(`${file}.md`, studyMarkdown(result));
  return write(`${file}.html`, studyPage([result]));
}

/** @returns the page that was written */
export function writeStudies(resultsDir: string, results: StudyResult[]): string {
  return write(join(resultsDir, 'studies.html'), studyPage(results));
}

function write(file: string, content: string) {
  writeWhole(file, content);
  return file;
}

/** The table that a study ends with on the terminal. */
export function conclusionsText(result: StudyResult): string {
  const rows = conclusionsTable(result).rows.map(([theirs, ours, verdict, why]) => {
    const outcome = verdict.note ? `${verdict.text} (${verdict.note})` : verdict.text;
    return [theirs.text, ours.text, `${outcome}: ${why.text}`];
  });
  const title = `${result.study.id}: ${result.study.title}`;
  return ['', title, ...[['theirs', 'ours', 'verdict'], ...rows, ...flawRows(result)].map(rowText)].join('\n');
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
