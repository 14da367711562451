/** `make submit`, `make check-submission`, `make published`: results that others can recompute. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSubmission } from './check/index.js';
import { contentsTable } from './contents.js';
import { makeAgain, submissions, writeIndex } from './folder.js';
import { MANIFEST_FILE } from './manifest.js';
import { smallForm, writeFiles } from './small-form/index.js';
import { ofThisMachine, privateIn } from './small-form/private.js';
import { readRunNamed } from '../record/results/runs.js';
import { UsageError } from '../util/errors.js';
import { fixed, list, plural } from '../util/text.js';

/** @typedef {import('../setup/command.js').Command} Command */

const FOLDER = 'published';

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 * @throws {UsageError} one line: why the run cannot be published
 */
export async function submit({ env, root, resultsDir, log, warn }) {
  const id = env.RUN;
  if (!id) throw new UsageError('RUN: a run is expected, as make submit RUN=<run-id>');
  readRunNamed(resultsDir, 'RUN', id);
  const names = ofThisMachine(root);
  const files = smallForm(path.join(resultsDir, id), names, (folder) => void checkSubmission(folder));
  const place = path.join(root, FOLDER, id);
  put(place, files);
  for (const line of contentsTable(`${FOLDER}/${id}`, files)) log(line);
  const { remarks } = checkSubmission(place);
  for (const remark of remarks) log(remark);
  for (const [name, content] of files) {
    const left = privateIn(content, names);
    if (left.length > 0) warn(`look before you send it: ${FOLDER}/${id}/${name} has ${left.map((each) => `'${each}'`).join(', ')}`);
  }
  log(`index: ${path.relative(root, writeIndex(path.join(root, FOLDER)))}`);
  log(`next: git add ${FOLDER}, commit, and open a pull request; docs/publish.md says what is checked`);
  return 0;
}

/** @param {string} place @param {Map<string, string>} files */
function put(place, files) {
  const partial = `${place}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    writeFiles(partial, files);
    if (existsSync(path.join(place, MANIFEST_FILE))) rmSync(place, { recursive: true });
    renameSync(partial, place);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code
 * @throws {UsageError} one line: the file, the figure, and what is wrong with it
 */
export async function checkSubmissionCommand({ env, log }) {
  if (!env.DIR) throw new UsageError('DIR: a folder is expected, as make check-submission DIR=published/<run-id>');
  const { run, files, bytes, recomputed, remarks } = checkSubmission(path.resolve(env.DIR));
  log(`${run.id}: accepted; ${plural(files, 'file')}, ${fixed(bytes / 1e6, 1)} MB; recomputed the same: ${list(recomputed)}`);
  for (const remark of remarks) log(remark);
  return 0;
}

/** @param {Command} command @returns {Promise<number>} exit code @throws {UsageError} one line */
export async function published({ root, log }) {
  for (const dir of submissions(path.join(root, FOLDER))) {
    const others = makeAgain(dir);
    log(`${FOLDER}/${path.basename(dir)}: ${others.length > 0 ? `other than before: ${list(others)}` : 'the same as before'}`);
  }
  log(`index: ${path.relative(root, writeIndex(path.join(root, FOLDER)))}`);
  return 0;
}
