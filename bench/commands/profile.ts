/** `make profile`: where the CPU time of a request goes, by a short comparison whose targets are sampled at its end. */
import { compareOptions } from '../plan/knobs.ts';
import { newRun } from '../plan/run.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { UsageError } from '../util/errors.ts';
import { measureAndTell } from './compare.ts';
import type { Command } from '../setup/command.ts';
import type { PlannedRun } from '../record/run.ts';

const DEFAULT_SCENARIO = 'read';

/** @returns exit code: 0 if every part is ok, 1 if one failed @throws {Error} if the run could not continue */
export async function profile(command: Command): Promise<number> {
  return measureAndTell(command, planProfile(command));
}

/** @throws {UsageError} one line */
export function planProfile({ env, catalogue }: Command): PlannedRun {
  const SCENARIOS = env.SCENARIO || DEFAULT_SCENARIO;
  const options = compareOptions({ ...env, SCENARIOS, BASELINE: env.VS, ROUNDS: '1', PROFILE_CPU: '1' }, catalogue);
  const waiting = options.scenarios.find((scenario) => !hasBlocks(catalogue, scenario));
  if (waiting !== undefined) throw new UsageError(`SCENARIO=${waiting}: its requests wait and take next to no CPU time`);
  return newRun(options, catalogue, 'profile');
}
