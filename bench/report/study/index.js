/** The pages of studies, made from the bundles of their runs alone. */
import { join } from 'node:path';
import { figures, readBundle } from '../../analyse/index.js';
import { madeOf } from '../../record/json/file.js';
import { RUN_FILE } from '../../record/run.js';
import { writeWhole } from '../../util/files.js';
import { judge } from '../../studies/judging/judge.js';
import { studyPage } from './html.js';
import { studyMarkdown } from './markdown.js';

export { tallyText } from './tables.js';
export { conclusionsText } from './text.js';

/** @typedef {import('./tables.js').StudyResult} StudyResult */

/**
 * @param {import('../../studies/types.js').Study} study
 * @param {Record<string, string>} dirs folders of its runs by name; what is not there was not measured
 * @returns {StudyResult}
 */
export function studyResult(study, dirs) {
  const runs = study.runs.flatMap((plan) =>
    dirs[plan.name] ? [{ plan, figures: madeOf(join(dirs[plan.name], RUN_FILE), () => figures(readBundle(dirs[plan.name]))) }] : [],
  );
  const byRun = Object.fromEntries(runs.map(({ plan, figures: found }) => [plan.name, found]));
  return { study, runs, conclusions: judge(study, byRun) };
}

/** @param {string} resultsDir @param {StudyResult} result @returns {string} the page that was written */
export function writeStudy(resultsDir, result) {
  const file = join(resultsDir, `study-${result.study.id}`);
  write(`${file}.md`, studyMarkdown(result));
  return write(`${file}.html`, studyPage([result]));
}

/** @param {string} resultsDir @param {StudyResult[]} results @returns {string} the page that was written */
export function writeStudies(resultsDir, results) {
  return write(join(resultsDir, 'studies.html'), studyPage(results));
}

/** @param {string} file @param {string} content */
function write(file, content) {
  writeWhole(file, content);
  return file;
}
