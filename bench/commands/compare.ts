/** `make compare`: measures every target × scenario × round into a bundle and makes the report. */
import { compareOptions, resumedRun } from '../plan/knobs.ts';
import { newRun } from '../plan/run.ts';
import { newestCalibration } from '../record/results/newest-calibration.ts';
import { writeReport } from '../report/index.ts';
import { measure } from '../run/measure.ts';
import { resumable } from '../run/resumable.ts';
import { commandLineOf, isComplete, runToResume } from '../run/resumed.ts';
import { reportPath } from '../run/so-far/report.ts';
import { sumUp } from '../run/sum-up.ts';
import type { Command } from '../setup/command.ts';
import type { Run, PlannedRun } from '../record/run.ts';

/**
 * @returns exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function compare(command: Command): Promise<number> {
  return measureAndTell(command, planCompare(command));
}

/** @throws {UsageError} one line */
export function planCompare(command: Command): Run | PlannedRun {
  const { env, catalogue, resultsDir } = command;
  if (env.RESUME) return planResumed(command, 'compare');
  const options = compareOptions(env, catalogue);
  return newRun(options, catalogue, options.profile, newestCalibration(resultsDir));
}

/** @returns that RESUME names @throws {UsageError} one line */
export function planResumed(command: Command, name: 'compare' | 'ab'): Run {
  const run = resumedRun(command.env, runToResume(command, name));
  return isComplete(run) ? run : resumable(command, run);
}

/** @param run that rounds can be added to @returns exit code */
export function measureAndTell(command: Command, run: Run | PlannedRun): Promise<number> {
  const tell = (dir: string) => {
    const code = sumUp(command, writeReport(dir).figures, commandLineOf(run));
    command.log(`report: ${reportPath(command.root, dir)}`);
    return code;
  };
  return measure(command, run, tell, { staysUp: true });
}
