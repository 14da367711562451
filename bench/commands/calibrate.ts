/** `make calibrate`: measures this machine's noise floor by running one target against itself. */
import { loadOf, loadText } from '../record/results/calibration.ts';
import { SCHEMA } from '../record/json/file.ts';
import { roundNoise, unpairedNoise } from '../analyse/comparison/noise-floor.ts';
import { calibrationOptions } from '../plan/calibration.ts';
import { refuseKnobsWithResume } from '../plan/knobs.ts';
import { newRun } from '../plan/run.ts';
import { floorTable } from '../report/noise-floors.ts';
import { writeReport } from '../report/index.ts';
import { keepCalibration } from '../record/results/newest-calibration.ts';
import { measure } from '../run/measure.ts';
import { runToResume } from '../run/resumed.ts';
import { roughly } from '../measure/progress.ts';
import { reportPath } from '../run/so-far/report.ts';
import { sumUp } from '../run/sum-up.ts';
import type { Command } from '../setup/command.ts';
import type { PlannedRun } from '../record/run.ts';

/**
 * @returns exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function calibrate(command: Command): Promise<number> {
  return measure(command, command.env.RESUME ? resumed(command) : planned(command), (dir) => tell(command, dir));
}

/** @param dir of the bundle @returns exit code */
function tell(command: Command, dir: string): number {
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

function planned({ env, catalogue }: Command): PlannedRun {
  const { options, catalogue: doubled, target } = calibrationOptions(env, catalogue);
  return { ...newRun(options, doubled, 'calibration'), calibrates: target };
}

function resumed(command: Command) {
  const run = runToResume(command, 'calibrate');
  refuseKnobsWithResume(command.env, run, ['TARGET']);
  return run;
}
