/** `make profile`: where the CPU time of a request goes, by a short comparison whose targets are sampled at its end. */
import { compareOptions } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { hasBlocks } from '../record/catalogue.js';
import { UsageError } from '../util/errors.js';
import { measureAndTell } from './compare.js';

/** @typedef {import('../setup/command.js').Command} Command */

const DEFAULT_SCENARIO = 'read';

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every part is ok, 1 if one failed
 * @throws {Error} if the run could not continue
 */
export async function profile(command) {
  return measureAndTell(command, planProfile(command));
}

/** @param {Command} command @returns {import('../record/run.js').PlannedRun} @throws {UsageError} one line */
export function planProfile({ env, catalogue }) {
  const SCENARIOS = env.SCENARIO || DEFAULT_SCENARIO;
  const options = compareOptions({ ...env, SCENARIOS, BASELINE: env.VS, ROUNDS: '1', PROFILE_CPU: '1' }, catalogue);
  const waiting = options.scenarios.find((scenario) => !hasBlocks(catalogue, scenario));
  if (waiting !== undefined) throw new UsageError(`SCENARIO=${waiting}: its requests wait and take next to no CPU time`);
  return newRun(options, catalogue, 'profile');
}
