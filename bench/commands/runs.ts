/** The commands that measure a run into a bundle and report it: compare, profile, sweep, calibrate, ab. Each plans another one. */
import os from 'node:os';
import { roundNoise, unpairedNoise } from '../analyse/comparison/noise-floor.ts';
import { hasCollector } from '../engines/native/java.ts';
import { roughly } from '../measure/progress.ts';
import { calibrationOptions } from '../plan/calibration.ts';
import { compareOptions, refuseKnobsWithResume, resumedRun } from '../plan/knobs.ts';
import { ownCatalogue } from '../plan/own/catalogue.ts';
import { readOwnService } from '../plan/own/file.ts';
import { newRun } from '../plan/run.ts';
import { SWEEP_KNOBS, sweepOptions, sweptKnob } from '../plan/variants/sweep.ts';
import { keepCalibration, loadOf, loadText, newestCalibration } from '../record/results/calibration.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { SCHEMA, shortPath } from '../record/json/file.ts';
import { COLLECTORS } from '../record/json/limits.ts';
import { floorTable } from '../report/noise-floors.ts';
import { conditionsOf, judgedBy, writeSummary } from '../report/own.ts';
import { withTimeForVerdicts } from '../run/costs.ts';
import { measure } from '../run/measure.ts';
import { isComplete, resumable, runToResume } from '../run/resume.ts';
import { reportPath } from '../run/said.ts';
import { findJdks } from '../setup/jdk.ts';
import { UsageError } from '../util/errors.ts';
import type { Figures } from '../analyse/types.ts';
import type { Found } from '../plan/variants/knobs.ts';
import type { Run, PlannedRun } from '../record/run.ts';
import type { Knob } from '../record/variant.ts';
import type { Command } from '../setup/command.ts';

type AnyRun = Run | PlannedRun;

/** `make compare`: every target × scenario × round. */
export const compare = measuring(planCompare);
/** `make profile`: where the CPU time of a request goes, by a short comparison whose targets are sampled at its end. */
export const profile = measuring(planProfile);
/** `make sweep`: targets under several values of one knob, such as the size of the pool. */
export const sweep = measuring(planSweep);

/** @param plan of a run that rounds can be added to */
function measuring(plan: (command: Command) => AnyRun | Promise<AnyRun>): (command: Command) => Promise<number> {
  return async (command) => {
    const tell = (_: Figures, dir: string) => command.log(`report: ${reportPath(command.root, dir)}`);
    return measure(command, await plan(command), { tell, canContinue: true });
  };
}

/** @throws {UsageError} one line */
export function planCompare(command: Command): AnyRun {
  const { env, catalogue, resultsDir, warn } = command;
  if (env.RESUME) return planResumed(command, 'compare');
  const options = compareOptions(env, catalogue);
  return newRun(options, catalogue, options.profile, newestCalibration(resultsDir, warn));
}

/** @returns that RESUME names @throws {UsageError} one line */
function planResumed(command: Command, name: 'compare' | 'ab'): Run {
  const run = resumedRun(command.env, runToResume(command, name));
  return isComplete(run) ? run : resumable(command, run);
}

/** @throws {UsageError} one line */
export function planProfile({ env, catalogue }: Command): PlannedRun {
  const SCENARIOS = env.SCENARIO || 'read';
  const options = compareOptions({ ...env, SCENARIOS, BASELINE: env.VS, ROUNDS: '1', PROFILE_CPU: '1' }, catalogue);
  const waiting = options.scenarios.find((scenario) => !hasBlocks(catalogue, scenario));
  if (waiting !== undefined) throw new UsageError(`SCENARIO=${waiting}: its requests wait and take next to no CPU time`);
  return newRun(options, catalogue, 'profile');
}

async function planSweep(command: Command): Promise<AnyRun> {
  const { env, catalogue, resultsDir, warn } = command;
  if (env.RESUME) return resumedRun(env, runToResume(command, 'sweep'), SWEEP_KNOBS);
  const found = await foundFor(sweptKnob(env));
  const { options, catalogue: variants, sweep: swept } = sweepOptions(env, catalogue, found);
  const run = newRun(options, variants, `sweep-${swept.over}`, newestCalibration(resultsDir, warn));
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

/** `make calibrate`: this machine's noise floor, by one target against itself. */
export async function calibrate(command: Command): Promise<number> {
  const tell = (figures: Figures, dir: string) => {
    const { run, comparisons } = figures;
    const noises = { noise: roundNoise(figures), unpairedNoise: unpairedNoise(figures) };
    const at = run.endedAt ?? new Date().toISOString();
    const { id: runId, machine, versions, limits } = run;
    const load = { ...loadOf(run), stages: loadText(run) };
    keepCalibration(command.resultsDir, { schema: SCHEMA, runId, at, machine, versions, limits, load, ...noises, earlier: {} });
    command.log(floorTable(run, comparisons, noises));
    // With the time in between, where the run was resumed.
    const took = roughly((Date.parse(at) - Date.parse(run.startedAt)) / 1000);
    command.log(`calibrated in ${took}; report: ${reportPath(command.root, dir)}`);
  };
  return measure(command, planCalibration(command), { tell });
}

function planCalibration(command: Command): AnyRun {
  if (!command.env.RESUME) {
    const { options, catalogue, target } = calibrationOptions(command.env, command.catalogue);
    return { ...newRun(options, catalogue, 'calibration'), calibrates: target };
  }
  const run = runToResume(command, 'calibrate');
  refuseKnobsWithResume(command.env, run, ['TARGET']);
  return run;
}

/** `make ab`: variants of a service of the user's own. @returns exit code: 4 if a difference is one of FAIL_IF; else as the others */
export async function ab(command: Command): Promise<number> {
  const { catalogue, run, conditions } = planAb(command);
  const tell = (figures: Figures, dir: string) => {
    const [summary] = writeSummary(dir, figures);
    command.log(`report: ${reportPath(command.root, dir)}; for a pull request: ${shortPath(summary)}`);
    const judged = judgedBy(figures, conditions);
    for (const line of judged.lines) command.warn(line);
    return judged.code;
  };
  return measure({ ...command, catalogue }, run, { tell, canContinue: true });
}

/** @throws {UsageError} one line */
export function planAb(command: Command) {
  const { env } = command;
  const conditions = conditionsOf(env.FAIL_IF);
  const service = readOwnService(env.FILE);
  const catalogue = ownCatalogue(service, command.catalogue);
  if (env.RESUME) return { catalogue, conditions, run: planResumed({ ...command, catalogue }, 'ab') };
  const options = compareOptions({ ...env, TARGET_CPUS: service.limits?.cpus?.toString() }, catalogue);
  const levels = [Math.max(...options.scenarios.map((scenario) => catalogue.scenarios[scenario].vus ?? 1))];
  return { catalogue, conditions, run: newRun({ ...options, levels }, catalogue, 'ab') };
}
