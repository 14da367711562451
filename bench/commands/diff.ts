/** `make diff`: compares two runs from their bundles alone. */
import path from 'node:path';
import { diff } from '../analyse/comparison/diff.ts';
import { figures, readBundle } from '../analyse/index.ts';
import { readRunNamed } from '../record/results/runs.ts';
import { UsageError } from '../util/errors.ts';
import { writeWhole } from '../util/files.ts';
import { diffMarkdown } from '../report/tables/diff.ts';
import type { Command } from '../setup/command.ts';

/** @returns exit code @throws {UsageError} if one of the runs is not given or does not exist */
export async function diffCommand({ env, root, resultsDir, log }: Command): Promise<number> {
  const [a, b] = [chosen(env, resultsDir, 'A'), chosen(env, resultsDir, 'B')];
  const text = diffMarkdown(diff(figuresOf(resultsDir, a), figuresOf(resultsDir, b)));
  const file = path.join(resultsDir, b, `diff-${a}.md`);
  writeWhole(file, text);
  log(text);
  log(`diff: ${path.relative(root, file)}`);
  return 0;
}

function chosen(env: Record<string, string | undefined>, resultsDir: string, knob: 'A' | 'B') {
  const id = env[knob];
  if (!id) throw new UsageError(`${knob}: a run is expected, as make diff A=<run-id> B=<run-id>`);
  readRunNamed(resultsDir, knob, id);
  return id;
}

function figuresOf(resultsDir: string, id: string) {
  return figures(readBundle(path.join(resultsDir, id)));
}
