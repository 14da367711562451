/** `make submit`, `make check-submission`, `make published`: results that others can recompute. */
import path from 'node:path';
import { DERIVED, FILES } from './check/files.ts';
import { checkSubmission } from './check/index.ts';
import { remarks } from './check/worth.ts';
import { makeAgain, submissionOf, submissions, writeIndex, writeSubmission } from './folder.ts';
import { ofThisMachine, privateIn } from './small-form/private.ts';
import { readRunNamed } from '../record/results/runs.ts';
import { UsageError } from '../util/errors.ts';
import { alignColumns } from '../util/table.ts';
import { fixed, list, plural } from '../util/text.ts';
import type { Command } from '../setup/command.ts';

const FOLDER = 'published';
const LEFT_OUT = "left out: names of other processes, paths, commands, bodies of requests, k6's logs, samples that no figure is made of";

/** @returns exit code @throws {UsageError} one line: why the run cannot be published */
export async function submit({ env, root, resultsDir, log, warn }: Command): Promise<number> {
  const id = env.RUN;
  if (!id) throw new UsageError('RUN: a run is expected, as make submit RUN=<run-id>');
  readRunNamed(resultsDir, 'RUN', id);
  const names = ofThisMachine(root);
  const { files, run } = submissionOf(path.join(resultsDir, id), names);
  writeSubmission(path.join(root, FOLDER, id), files);
  log(`${FOLDER}/${id}: ${plural(files.size, 'file')}, ${kilobytes([...files.values()].join(''))}`);
  const contents = alignColumns([...files].map(([name, content]) => [`  ${name}`, kilobytes(content), FILES[name]]));
  for (const line of [...contents, LEFT_OUT, ...remarks(run)]) log(line);
  for (const [name, content] of files) {
    const left = privateIn(content, names);
    if (left.length > 0) warn(`look before you send it: ${FOLDER}/${id}/${name} has ${left.map((each) => `'${each}'`).join(', ')}`);
  }
  log(`index: ${path.relative(root, writeIndex(path.join(root, FOLDER)))}`);
  log(`next: git add ${FOLDER}, commit, and open a pull request; docs/publish.md says what is checked`);
  return 0;
}

function kilobytes(text: string) {
  const bytes = Buffer.byteLength(text);
  return `${fixed(bytes / 1000, bytes < 10_000 ? 1 : 0)} KB`;
}

/** @returns exit code @throws {UsageError} one line: the file, the figure, and what is wrong with it */
export async function checkSubmissionCommand({ env, log }: Command): Promise<number> {
  if (!env.DIR) throw new UsageError('DIR: a folder is expected, as make check-submission DIR=published/<run-id>');
  const { run, files, bytes } = checkSubmission(path.resolve(env.DIR));
  log(`${run.id}: accepted; ${plural(files, 'file')}, ${fixed(bytes / 1e6, 1)} MB; recomputed the same: ${list(DERIVED)}`);
  for (const remark of remarks(run)) log(remark);
  return 0;
}

/** @returns exit code @throws {UsageError} one line */
export async function published({ root, log }: Command): Promise<number> {
  for (const dir of submissions(path.join(root, FOLDER))) {
    const others = makeAgain(dir);
    log(`${FOLDER}/${path.basename(dir)}: ${others.length > 0 ? `other than before: ${list(others)}` : 'the same as before'}`);
  }
  log(`index: ${path.relative(root, writeIndex(path.join(root, FOLDER)))}`);
  return 0;
}
