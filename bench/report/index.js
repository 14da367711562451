import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { figures, readBundle } from '../analyse/index.js';
import { madeOf } from '../record/json/file.js';
import { RUN_FILE } from '../record/run.js';
import { writeWhole } from '../util/files.js';
import { slicesCsv } from './tables/csv.js';
import { picture } from './forest/picture.js';
import { reportPage } from './html/page.js';
import { verdictsJson } from './verdicts/document.js';
import { markdown } from './markdown/page.js';

/**
 * Writes slices.csv, verdicts.json, report.md, report.html and report.svg into a run's folder, from its bundle alone: the same bundle gives the same bytes.
 * @param {string} dir the run's folder
 * @param {string} [baseline] a target of the run, in place of the one recorded with it
 * @returns {{ files: string[], figures: import('../analyse/types.js').Figures }} the files written, and what they were made of
 * @throws {Error} one line, where the folder is no bundle
 */
export function writeReport(dir, baseline) {
  const { result, contents } = madeOf(join(dir, RUN_FILE), () => contentsOf(figures(readBundle(dir), baseline)));
  const files = Object.entries(contents).map(([name, content]) => {
    const file = join(dir, name);
    writeWhole(file, content);
    return file;
  });
  return { files, figures: result };
}

/** @param {import('../analyse/types.js').Figures} result */
function contentsOf(result) {
  return { result, contents: { ...smallTexts(result), 'report.html': reportPage(result) } };
}

/** @param {import('../analyse/types.js').Figures} result @returns {Record<string, string>} all but the page, which is mostly the code of its charts */
export function smallTexts(result) {
  return {
    'slices.csv': slicesCsv(result),
    'verdicts.json': verdictsJson(result),
    'report.md': markdown(result),
    'report.svg': picture(result),
  };
}

/** @param {string[]} args */
function main(args) {
  try {
    if (args.length !== 1) throw new Error(`one argument is expected: the run's folder, as results/<run-id>; got ${args.length}`);
    for (const file of writeReport(resolve(args[0])).files) process.stdout.write(`${file}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
