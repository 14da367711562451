/** `make sweep`: measures targets under several values of one knob, such as the size of the pool, and makes the report. */
import os from 'node:os';
import { hasCollector } from '../engines/native/java.js';
import { resumedRun } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { SWEEP_KNOBS, sweepOptions, sweptKnob } from '../plan/variants/sweep.js';
import { COLLECTORS } from '../record/json/limits.js';
import { newestCalibration } from '../record/results/newest-calibration.js';
import { runToResume } from '../run/resumed.js';
import { withTimeForVerdicts } from '../run/rounds.js';
import { findJdks } from '../setup/jdk.js';
import { measureAndTell } from './compare.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../record/variant.js').Knob} Knob */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function sweep(command) {
  const { env } = command;
  return measureAndTell(command, env.RESUME ? resumedRun(env, runToResume(command, 'sweep'), SWEEP_KNOBS) : await planned(command));
}

/** @param {Command} command @returns {Promise<import('../record/run.js').PlannedRun>} */
async function planned({ env, catalogue, resultsDir }) {
  const found = await foundFor(sweptKnob(env));
  const { options, catalogue: variants, sweep: swept } = sweepOptions(env, catalogue, found);
  const run = newRun(options, variants, `sweep-${swept.over}`, newestCalibration(resultsDir));
  // A sweep has up to three times as many variants as a comparison has targets.
  return { ...(env.BUDGET ? run : withTimeForVerdicts(run)), sweep: swept };
}

/** @param {Knob} over @returns {Promise<import('../plan/variants/knobs.js').Found>} only a sweep of JDKs or collectors starts Java to find out */
async function foundFor(over) {
  const jdks = over === 'jdk' || over === 'gc' ? await findJdks() : [];
  const can = over === 'gc' && jdks.length > 0 ? await Promise.all(COLLECTORS.map((gc) => hasCollector(jdks[0], gc))) : [];
  return {
    cores: os.availableParallelism(),
    memoryMb: os.totalmem() / 2 ** 20,
    jdks: jdks.map(({ name }) => name),
    collectors: COLLECTORS.filter((_, index) => can[index]),
  };
}
