/** Whether the knobs of a command are good, before the minutes that starting containers takes. */
import { readRun } from '../bundle/write.js';
import { UsageError } from '../errors.js';
import { asUsageError, compareOptions, KNOBS, refuseUnknownKnobs, resumedOptions, wantsK6Dashboard } from '../plan/knobs.js';
import { limitsOf } from '../plan/limits.js';
import { chooseScenarios, chooseTargets } from '../plan/pairs.js';
import { chooseSettings, databaseRttMs } from '../plan/surroundings.js';

/**
 * @param {import('../command.js').Command} command
 * @param {string} name of the command that will follow
 * @returns {Promise<number>} exit code 0
 * @throws {UsageError} one line
 */
export async function check({ env, catalogue, resultsDir }, name) {
  const allowed = KNOBS[/** @type {keyof typeof KNOBS} */ (name)];
  if (!allowed) throw new UsageError(`${name}: accepted: ${Object.keys(KNOBS).join(', ')}`);
  refuseUnknownKnobs(name, allowed, env);
  asUsageError(() => limitsOf(env));
  if (/** @type {string[]} */ (allowed).includes('LIVE')) wantsK6Dashboard(env);
  chooseTargets(env.TARGETS, catalogue, { flawed: name === 'verify' });
  chooseScenarios(env.SCENARIOS, catalogue);
  chooseSettings(env.SETTINGS, catalogue);
  asUsageError(() => databaseRttMs(env.DB_RTT_MS));
  if (name !== 'compare') return 0;
  if (env.RESUME) resumedOptions(env, readRun(resultsDir, 'RESUME', env.RESUME));
  else compareOptions(env, catalogue);
  return 0;
}
