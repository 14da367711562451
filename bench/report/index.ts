import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { figures, readBundle } from '../analyse/index.ts';
import { madeOf } from '../record/json/file.ts';
import { RUN_FILE } from '../record/run.ts';
import { writeWhole } from '../util/files.ts';
import { slicesCsv } from './tables/csv.ts';
import { picture } from './forest/picture.ts';
import { reportPage } from './html/page.ts';
import { verdictsJson } from './verdicts/document.ts';
import { markdown } from './markdown.ts';
import type { Figures } from '../analyse/types.ts';

/** Writes slices.csv, verdicts.json, report.md, report.html and report.svg into a run's folder, from its bundle alone: the same bundle gives the same bytes.
 * @param baseline a target of the run, in place of the one recorded with it
 * @returns the files written, and what they were made of
 * @throws {Error} one line, where the folder is no bundle */
export function writeReport(dir: string, baseline?: string): { files: string[]; figures: Figures } {
  const { result, contents } = madeOf(join(dir, RUN_FILE), () => {
    const made = figures(readBundle(dir), baseline);
    return { result: made, contents: { ...smallTexts(made), 'report.html': reportPage(made) } };
  });
  return { files: writeAll(dir, contents), figures: result };
}

/** @param contents of files by name @returns their paths */
export function writeAll(dir: string, contents: Record<string, string>): string[] {
  return Object.entries(contents).map(([name, content]) => {
    const file = join(dir, name);
    writeWhole(file, content);
    return file;
  });
}

/** @returns all but the page, which is mostly the code of its charts */
export function smallTexts(result: Figures): Record<string, string> {
  return {
    'slices.csv': slicesCsv(result),
    'verdicts.json': verdictsJson(result),
    'report.md': markdown(result),
    'report.svg': picture(result),
  };
}

function main(args: string[]) {
  try {
    if (args.length !== 1) throw new Error(`one argument is expected: the run's folder, as results/<run-id>; got ${args.length}`);
    for (const file of writeReport(resolve(args[0])).files) process.stdout.write(`${file}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
