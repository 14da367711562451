/** Checks the options of a command before images are built, which takes minutes: bench/engines/docker/run.sh asks for it. */
import { readRunNamed } from '../record/results/runs.js';
import { UsageError } from '../util/errors.js';
import { connectionsOptions, requireRoom } from '../measure/connections/plan.js';
import { capacityOptions } from '../plan/capacity.js';
import { asUsageError, compareOptions, resumedRun } from '../plan/knobs.js';
import { limitsOf } from '../record/json/limits.js';
import { chooseScenarios, chooseTargets, withPairs } from '../plan/pairs.js';
import { refuseOtherKnobs } from '../plan/study.js';
import { chooseSettings, databaseRttMs } from '../plan/environment.js';
import { resumable } from '../run/resumable.js';
import { newSession } from '../run/study.js';
import { chooseStudy, STUDIES } from '../studies/index.js';
import { OPTIONS_OF, refuseUnknownOptions } from './input/options.js';

/** @typedef {import('../setup/command.js').Command} Command */

/** How each command reads its options before it starts anything. @type {Record<string, (command: Command) => void>} */
const PLANS = {
  compare({ env, catalogue, resultsDir }) {
    if (env.RESUME) {
      const run = readRunNamed(resultsDir, 'RESUME', env.RESUME);
      resumable({ env, catalogue, resultsDir }, resumedRun(env, run));
    } else compareOptions(env, catalogue);
  },
  capacity({ env, catalogue }) {
    capacityOptions(env, catalogue);
  },
  connections({ env, catalogue }) {
    requireRoom(connectionsOptions(env, catalogue));
  },
  study(command) {
    const { env } = command;
    if (env.RUN || env.RESUME) refuseOtherKnobs(env, env.RUN ? 'RUN' : 'RESUME');
    else newSession(command, chooseStudy(env.STUDY));
  },
  studies(command) {
    for (const study of STUDIES) newSession(command, study);
  },
  verify({ env, catalogue }) {
    const targets = chooseTargets(env.TARGETS, catalogue, { unnamed: 'all', flawed: true });
    withPairs(catalogue, { targets, scenarios: chooseScenarios(env.SCENARIOS, catalogue, { unnamed: 'all' }) }, env);
  },
};

/**
 * @param {Command} command
 * @param {string} name of the command that will follow
 * @returns {Promise<number>} exit code 0
 * @throws {UsageError} one line
 */
export async function check(command, name) {
  const { env, catalogue } = command;
  if (!Object.hasOwn(OPTIONS_OF, name)) throw new UsageError(`${name}: accepted: ${Object.keys(OPTIONS_OF).join(', ')}`);
  const allowed = OPTIONS_OF[name];
  refuseUnknownOptions(name, allowed, env);
  asUsageError(() => limitsOf(env));
  chooseTargets(env.TARGETS, catalogue, { flawed: name === 'verify' });
  chooseScenarios(env.SCENARIOS, catalogue);
  chooseSettings(env.SETTINGS, catalogue);
  asUsageError(() => databaseRttMs(env.DB_RTT_MS));
  PLANS[name]?.(command);
  return 0;
}
