/** `make report`: makes the report of a run again, from its bundle alone. */
import path from 'node:path';
import { readRunNamed, runIds } from '../record/results/runs.ts';
import { UsageError } from '../util/errors.ts';
import { chooseBaseline } from '../plan/knobs.ts';
import { unpackCopy } from '../published/archive.ts';
import { writeReport } from '../report/index.ts';
import type { Command } from '../setup/command.ts';

/** @returns exit code */
export async function report({ env, root, resultsDir, log }: Command): Promise<number> {
  const id = env.RUN || runIds(resultsDir).at(-1);
  if (!id) throw new UsageError('there is no run yet; start one with: make compare');
  const dir = path.join(resultsDir, id);
  if (path.dirname(dir) === resultsDir) unpackCopy(dir);
  const { targets } = readRunNamed(resultsDir, 'RUN', id);
  writeReport(dir, chooseBaseline(env.BASELINE, targets) ?? undefined);
  log(`report: ${path.relative(root, path.join(dir, 'report.html'))}`);
  return 0;
}
