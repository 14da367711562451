/** `make compare`: measures every target × scenario × round into a bundle and makes the report. */
import { compareOptions, resumedRun } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { newestCalibration } from '../record/results/newest-calibration.js';
import { writeReport } from '../report/index.js';
import { measure } from '../run/measure.js';
import { resumable } from '../run/resumable.js';
import { commandLineOf, isComplete, runToResume } from '../run/resumed.js';
import { reportPath } from '../run/so-far/report.js';
import { sumUp } from '../run/sum-up.js';

/**
 * @typedef {import('../setup/command.js').Command} Command
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/run.js').PlannedRun} PlannedRun
 */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function compare(command) {
  return measureAndTell(command, planCompare(command));
}

/** @param {Command} command @returns {Run | PlannedRun} @throws {import('../util/errors.js').UsageError} one line */
export function planCompare(command) {
  const { env, catalogue, resultsDir } = command;
  if (env.RESUME) return planResumed(command, 'compare');
  const options = compareOptions(env, catalogue);
  return newRun(options, catalogue, options.profile, newestCalibration(resultsDir));
}

/** @param {Command} command @param {'compare' | 'ab'} name @returns {Run} that RESUME names @throws {import('../util/errors.js').UsageError} one line */
export function planResumed(command, name) {
  const run = resumedRun(command.env, runToResume(command, name));
  return isComplete(run) ? run : resumable(command, run);
}

/** @param {Command} command @param {Run | PlannedRun} run that rounds can be added to @returns {Promise<number>} exit code */
export function measureAndTell(command, run) {
  const tell = (/** @type {string} */ dir) => {
    const code = sumUp(command, writeReport(dir).figures, commandLineOf(run));
    command.log(`report: ${reportPath(command.root, dir)}`);
    return code;
  };
  return measure(command, run, tell, { staysUp: true });
}
