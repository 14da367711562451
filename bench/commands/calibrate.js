/** `make calibrate`: what this machine calls a difference where there is none. */
import path from 'node:path';
import { loadOf } from '../record/calibration-fits.js';
import { noiseApart, noiseFloor, roundNoise } from '../analyse/comparison/noise-floor.js';
import { printed, ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { readRun } from '../record/bundle-writer.js';
import { UsageError } from '../util/errors.js';
import { calibrationOptions } from '../plan/calibration.js';
import { resumedOptions } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { plural, plusMinus } from '../util/text.js';
import { writeReport } from '../report/index.js';
import { keepCalibration } from '../record/calibration.js';
import { measure } from '../run/measure.js';
import { roughly } from '../measure/progress.js';
import { sumUp } from '../run/sum-up.js';

/** @typedef {import('../record/bundle-writer.js').RunRecord} RunRecord */
/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../analyse/types.js').Comparison} Comparison */
/** @typedef {import('../record/calibration.js').Noise} Noise */
/** @typedef {{ noise: Noise, noiseApart: Noise }} Noises */

const APART =
  'apart: of two measurements that are no pair, minutes to an hour from each other, such as two capacities or the rounds of two runs';

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every cell is ok, 1 if one failed
 * @throws {Error} if the run could not go on; what was measured is kept and can be resumed
 */
export async function calibrate(command) {
  const run = command.env.RESUME ? resumed(command, command.env.RESUME) : planned(command);
  const dir = await measure(command, run, 'make calibrate');
  const { figures } = writeReport(dir);
  const noises = { noise: roundNoise(figures), noiseApart: noiseApart(figures) };
  const { id: runId, machine = {}, versions = {}, limits = {}, startedAt } = run;
  const load = loadOf(run);
  const at = run.endedAt ?? new Date().toISOString();
  keepCalibration(command.resultsDir, { runId, at, machine, versions, limits, load, ...noises });
  command.log(floorTable(run, figures.comparisons, noises));
  command.log(`calibrated in ${tookOf(startedAt, at)}; report: ${path.relative(command.root, path.join(dir, 'report.html'))}`);
  return sumUp(command, figures);
}

/** @param {Command} command @returns {RunRecord} */
function planned({ env, catalogue }) {
  const { options, catalogue: doubled, target } = calibrationOptions(env, catalogue);
  return { ...newRun(options, doubled, 'calibration'), calibrates: target };
}

/**
 * @param {Command} command
 * @param {string} id
 */
function resumed({ env, resultsDir }, id) {
  const run = readRun(resultsDir, 'RESUME', id);
  if (!run.calibrates) throw new UsageError(`RESUME=${id}: that is no calibration; go on with: make compare RESUME=${id}`);
  resumedOptions(env, run, ['TARGET']);
  return run;
}

/** @param {string} startedAt @param {string} endedAt @returns {string} with what lay between, where the run was gone on with */
function tookOf(startedAt, endedAt) {
  return roughly((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
}

/**
 * @param {RunRecord} run
 * @param {Comparison[]} comparisons
 * @param {Noises} noises
 * @returns {string} a line per scenario and metric, at the last stage
 */
export function floorTable({ scenarios, stages, targets }, comparisons, noises) {
  const title = `${targets.join(' against ')} at ${stages.at(-1)?.vus} VUs`;
  const lines = scenarios.flatMap((scenario) =>
    /** @type {const} */ (['throughput', 'cpu']).map((metric) => {
      const one = comparisons.find((each) => each.scenario === scenario && each.metric === metric && each.stage === stages.length - 1);
      return `  ${scenario.padEnd(8)} ${metric.padEnd(10)} ${one ? lineOf(one, noises) : 'not compared'}`;
    }),
  );
  return [title, ...lines, APART].join('\n');
}

/** @param {Comparison} comparison @param {Noises} noises */
function lineOf(comparison, { noise, noiseApart: apart }) {
  const { scenario, metric, ratio, low, high, rounds } = comparison;
  const interval =
    low === null || high === null
      ? `no interval, rounds that count are ${rounds}, ${ROUNDS_FOR_VERDICT} are needed`
      : `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`;
  const floor = (/** @type {number} */ of) => floorText(noiseFloor(noise, scenario, metric, of));
  const floors = `noise floor ${floor(rounds)} (${plural(rounds, 'round')}; of 10 ${floor(10)}, of one ${floor(1)}), apart ${floorText(noiseFloor(apart, scenario, metric, 1))}`;
  return `${floors}, ratio ${ratio.toFixed(3)}, ${interval}, verdict ${printed(comparison)}`;
}

/** Of one or two rounds the t distribution gives floors of thousands of per cent: digits of nothing. @param {number | null} floor ratio ≥ 1 */
function floorText(floor) {
  if (floor === null) return 'unknown';
  return floor > 2 ? 'over ×2' : plusMinus(floor - 1);
}
