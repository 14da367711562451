/** `make sweep`: measures targets under several values of one knob, such as the size of the pool, and makes the report. */
import os from 'node:os';
import { hasCollector } from '../engines/native/java.ts';
import { resumedRun } from '../plan/knobs.ts';
import { newRun } from '../plan/run.ts';
import { SWEEP_KNOBS, sweepOptions, sweptKnob } from '../plan/variants/sweep.ts';
import { COLLECTORS } from '../record/json/limits.ts';
import { newestCalibration } from '../record/results/newest-calibration.ts';
import { runToResume } from '../run/resumed.ts';
import { withTimeForVerdicts } from '../run/rounds.ts';
import { findJdks } from '../setup/jdk.ts';
import { measureAndTell } from './compare.ts';
import type { Command } from '../setup/command.ts';
import type { PlannedRun } from '../record/run.ts';
import type { Knob } from '../record/variant.ts';
import type { Found } from '../plan/variants/knobs.ts';

/**
 * @returns exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function sweep(command: Command): Promise<number> {
  const { env } = command;
  return measureAndTell(command, env.RESUME ? resumedRun(env, runToResume(command, 'sweep'), SWEEP_KNOBS) : await planned(command));
}

async function planned({ env, catalogue, resultsDir }: Command): Promise<PlannedRun> {
  const found = await foundFor(sweptKnob(env));
  const { options, catalogue: variants, sweep: swept } = sweepOptions(env, catalogue, found);
  const run = newRun(options, variants, `sweep-${swept.over}`, newestCalibration(resultsDir));
  // A sweep has up to three times as many variants as a comparison has targets.
  return { ...(env.BUDGET ? run : withTimeForVerdicts(run)), sweep: swept };
}

/** @returns only a sweep of JDKs or collectors starts Java to find out */
async function foundFor(over: Knob): Promise<Found> {
  const jdks = over === 'jdk' || over === 'gc' ? await findJdks() : [];
  const can = over === 'gc' && jdks.length > 0 ? await Promise.all(COLLECTORS.map((gc) => hasCollector(jdks[0], gc))) : [];
  return {
    cores: os.availableParallelism(),
    memoryMb: os.totalmem() / 2 ** 20,
    jdks: jdks.map(({ name }) => name),
    collectors: COLLECTORS.filter((_, index) => can[index]),
  };
}
