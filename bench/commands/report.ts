/** `make report` and `make diff`: from bundles alone. */
import path from 'node:path';
import { diff } from '../analyse/comparison/diff.ts';
import { figures, readBundle } from '../analyse/index.ts';
import { chooseBaseline } from '../plan/pairs.ts';
import { unpackCopy } from '../published/archive.ts';
import { readRunNamed } from '../record/results/runs.ts';
import { writeReport } from '../report/index.ts';
import { diffMarkdown } from '../report/tables/diff.ts';
import { runToShow } from '../run/resume.ts';
import { reportPath } from '../run/said.ts';
import { UsageError } from '../util/errors.ts';
import { writeWhole } from '../util/files.ts';
import type { Command } from '../setup/command.ts';

/** Makes the report of a run again. @returns exit code */
export async function report({ env, root, resultsDir, log }: Command): Promise<number> {
  const id = runToShow({ env, resultsDir });
  const dir = path.join(resultsDir, id);
  if (path.dirname(dir) === resultsDir) unpackCopy(dir);
  const { targets } = readRunNamed(resultsDir, 'RUN', id);
  writeReport(dir, env.BASELINE ? chooseBaseline(env.BASELINE, targets) : undefined);
  log(`report: ${reportPath(root, dir)}`);
  return 0;
}

/** Compares two runs. @returns exit code @throws {UsageError} if one of the runs is not given or does not exist */
export async function diffCommand({ env, root, resultsDir, log }: Command): Promise<number> {
  const [a, b] = ['A', 'B'].map((knob) => {
    const id = env[knob];
    if (!id) throw new UsageError(`${knob}: a run is expected, as make diff A=<run-id> B=<run-id>`);
    readRunNamed(resultsDir, knob, id);
    return id;
  });
  const [before, after] = [a, b].map((id) => figures(readBundle(path.join(resultsDir, id))));
  const text = diffMarkdown(diff(before, after));
  const file = path.join(resultsDir, b, `diff-${a}.md`);
  writeWhole(file, text);
  log(text);
  log(`diff: ${path.relative(root, file)}`);
  return 0;
}
