/** `make compare`: measures every target × scenario × round into a bundle and makes the report. */
import { readRunNamed } from '../record/results/runs.js';
import { UsageError } from '../util/errors.js';
import { compareOptions, resumedRun } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { writeReport } from '../report/index.js';
import { newestCalibration } from '../record/results/newest-calibration.js';
import { measure } from '../run/measure.js';
import { reportPath } from '../run/so-far/report.js';
import { sumUp } from '../run/sum-up.js';

/** @typedef {import('../setup/command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function compare(command) {
  const run = command.env.RESUME ? resumed(command, command.env.RESUME) : planned(command);
  let code = 1;
  await measure(command, run, 'make compare', (dir) => (code = report(command, dir)));
  return code;
}

/** @param {Command} command @param {string} dir of the bundle @returns {number} exit code */
function report(command, dir) {
  const { figures } = writeReport(dir);
  const code = sumUp(command, figures, 'make compare');
  command.log(`report: ${reportPath(command.root, dir)}`);
  return code;
}

/** @param {Command} command */
function planned({ env, catalogue, resultsDir }) {
  const options = compareOptions(env, catalogue);
  return newRun(options, catalogue, options.profile, newestCalibration(resultsDir));
}

/**
 * @param {Command} command
 * @param {string} id
 */
function resumed({ env, resultsDir }, id) {
  const run = readRunNamed(resultsDir, 'RESUME', id);
  if (run.calibrates) throw new UsageError(`RESUME=${id}: that is a calibration; resume it with: make calibrate RESUME=${id}`);
  if (run.sweep) throw new UsageError(`RESUME=${id}: that is a sweep; resume it with: make sweep RESUME=${id}`);
  if (run.study) throw new UsageError(`RESUME=${id}: that is a run of a study; resume it with: make study RESUME=${id}`);
  return resumedRun(env, run);
}
