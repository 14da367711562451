/** The pages of studies, made from the bundles of their runs alone. */
import { join } from 'node:path';
import { figures, readBundle } from '../../analyse/index.ts';
import { madeOf } from '../../record/json/file.ts';
import { RUN_FILE } from '../../record/run.ts';
import { writeWhole } from '../../util/files.ts';
import { judge } from '../../studies/judging/judge.ts';
import { studyPage } from './html.ts';
import { studyMarkdown } from './markdown.ts';
import type { Study } from '../../studies/types.ts';
import type { StudyResult } from './tables.ts';

export { tallyText } from './tables.ts';
export { conclusionsText } from './text.ts';

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
