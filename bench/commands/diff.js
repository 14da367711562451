/** `make diff`: compares two runs from their bundles alone. */
import path from 'node:path';
import { diff } from '../analyse/comparison/diff.js';
import { figures, readBundle } from '../analyse/index.js';
import { readRunNamed } from '../record/results/runs.js';
import { UsageError } from '../util/errors.js';
import { writeWhole } from '../util/files.js';
import { diffMarkdown } from '../report/tables/diff.js';

/**
 * @param {import('../setup/command.js').Command} command
 * @returns {Promise<number>} exit code
 * @throws {UsageError} if one of the runs is not given or does not exist
 */
export async function diffCommand({ env, root, resultsDir, log }) {
  const [a, b] = [chosen(env, resultsDir, 'A'), chosen(env, resultsDir, 'B')];
  const text = diffMarkdown(diff(figuresOf(resultsDir, a), figuresOf(resultsDir, b)));
  const file = path.join(resultsDir, b, `diff-${a}.md`);
  writeWhole(file, text);
  log(text);
  log(`diff: ${path.relative(root, file)}`);
  return 0;
}

/** @param {Record<string, string | undefined>} env @param {string} resultsDir @param {'A' | 'B'} knob */
function chosen(env, resultsDir, knob) {
  const id = env[knob];
  if (!id) throw new UsageError(`${knob}: a run is expected, as make diff A=<run-id> B=<run-id>`);
  readRunNamed(resultsDir, knob, id);
  return id;
}

/** @param {string} resultsDir @param {string} id */
function figuresOf(resultsDir, id) {
  return figures(readBundle(path.join(resultsDir, id)));
}
