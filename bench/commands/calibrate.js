/** `make calibrate`: measures this machine's noise floor by running one target against itself. */
import { loadOf, loadText } from '../record/calibration/fits.js';
import { SCHEMA } from '../record/json/file.js';
import { roundNoise, unpairedNoise } from '../analyse/comparison/noise-floor.js';
import { calibrationOptions } from '../plan/calibration.js';
import { refuseKnobsWithResume } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { floorTable } from '../report/noise-floors.js';
import { writeReport } from '../report/index.js';
import { keepCalibration } from '../record/results/newest-calibration.js';
import { measure } from '../run/measure.js';
import { runToResume } from '../run/resumed.js';
import { roughly } from '../measure/progress.js';
import { reportPath } from '../run/so-far/report.js';
import { sumUp } from '../run/sum-up.js';

/** @typedef {import('../setup/command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function calibrate(command) {
  return measure(command, command.env.RESUME ? resumed(command) : planned(command), (dir) => tell(command, dir));
}

/** @param {Command} command @param {string} dir of the bundle @returns {number} exit code */
function tell(command, dir) {
  const { figures } = writeReport(dir);
  const { run, comparisons } = figures;
  const noises = { noise: roundNoise(figures), unpairedNoise: unpairedNoise(figures) };
  const at = run.endedAt ?? new Date().toISOString();
  const { id: runId, machine, versions, limits } = run;
  const load = { ...loadOf(run), stages: loadText(run) };
  keepCalibration(command.resultsDir, { schema: SCHEMA, runId, at, machine, versions, limits, load, ...noises, earlier: {} });
  const code = sumUp(command, figures);
  command.log(floorTable(run, comparisons, noises));
  // With the time in between, where the run was resumed.
  const took = roughly((Date.parse(at) - Date.parse(run.startedAt)) / 1000);
  command.log(`calibrated in ${took}; report: ${reportPath(command.root, dir)}`);
  return code;
}

/** @param {Command} command @returns {import('../record/run.js').PlannedRun} */
function planned({ env, catalogue }) {
  const { options, catalogue: doubled, target } = calibrationOptions(env, catalogue);
  return { ...newRun(options, doubled, 'calibration'), calibrates: target };
}

/** @param {Command} command */
function resumed(command) {
  const run = runToResume(command, 'calibrate');
  refuseKnobsWithResume(command.env, run, ['TARGET']);
  return run;
}
