/** `make calibrate`: measures this machine's noise floor by running one target against itself. */
import path from 'node:path';
import { loadOf, loadText } from '../record/calibration/fits.js';
import { SCHEMA } from '../record/json/file.js';
import { roundNoise, unpairedNoise } from '../analyse/comparison/noise-floor.js';
import { readRunNamed } from '../record/results/runs.js';
import { UsageError } from '../util/errors.js';
import { calibrationOptions } from '../plan/calibration.js';
import { refuseKnobsWithResume } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { floorTable } from '../report/noise-floors.js';
import { writeReport } from '../report/index.js';
import { keepCalibration } from '../record/results/newest-calibration.js';
import { measure } from '../run/measure.js';
import { roughly } from '../measure/progress.js';
import { sumUp } from '../run/sum-up.js';

/** @typedef {import('../record/run.js').PlannedRun} PlannedRun */
/** @typedef {import('../setup/command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function calibrate(command) {
  const run = command.env.RESUME ? resumed(command, command.env.RESUME) : planned(command);
  const dir = await measure(command, run, 'make calibrate');
  const { figures } = writeReport(dir);
  const noises = { noise: roundNoise(figures), unpairedNoise: unpairedNoise(figures) };
  const at = figures.run.endedAt ?? new Date().toISOString();
  keepCalibration(command.resultsDir, calibrationOf(figures.run, at, noises));
  const code = sumUp(command, figures);
  command.log(floorTable(figures.run, figures.comparisons, noises));
  command.log(`calibrated in ${tookOf(figures.run.startedAt, at)}; report: ${path.relative(command.root, path.join(dir, 'report.html'))}`);
  return code;
}

/**
 * @param {import('../record/run.js').Run} run
 * @param {string} at
 * @param {Pick<import('../record/calibration/record.js').Calibration, 'noise' | 'unpairedNoise'>} noises
 * @returns {import('../record/calibration/record.js').Calibration}
 */
function calibrationOf(run, at, noises) {
  const { id: runId, machine, versions, limits } = run;
  const load = { ...loadOf(run), stages: loadText(run) };
  return { schema: SCHEMA, runId, at, machine, versions, limits, load, ...noises, earlier: {} };
}

/** @param {Command} command @returns {PlannedRun} */
function planned({ env, catalogue }) {
  const { options, catalogue: doubled, target } = calibrationOptions(env, catalogue);
  return { ...newRun(options, doubled, 'calibration'), calibrates: target };
}

/**
 * @param {Command} command
 * @param {string} id
 */
function resumed({ env, resultsDir }, id) {
  const run = readRunNamed(resultsDir, 'RESUME', id);
  if (!run.calibrates) throw new UsageError(`RESUME=${id}: that is no calibration; resume it with: make compare RESUME=${id}`);
  refuseKnobsWithResume(env, run, ['TARGET']);
  return run;
}

/** @param {string} startedAt @param {string} endedAt @returns {string} including the time in between, where the run was resumed */
function tookOf(startedAt, endedAt) {
  return roughly((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
}
