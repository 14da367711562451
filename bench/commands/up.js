/** `make up` and `make down`: services and targets without load. */
import { UsageError } from '../util/errors.js';
import { removeRemains, takeDown } from '../engines/index.js';
import { asUsageError } from '../plan/knobs.js';
import { limitsOf } from '../record/json/limits.js';
import { chooseTargets, needsOf } from '../plan/pairs.js';
import { chooseSettings, databaseRttMs } from '../plan/environment.js';
import { capabilitiesOf } from '../engines/engines.js';
import { isUp, keepUp, startKeeper, stopKeeper } from '../run/stack/keeper.js';
import { leaveUp } from '../run/stack/leave-up.js';

/** @typedef {import('../setup/command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {import('../run/stack/keeper.js').Plan}
 * @throws {UsageError} one line
 */
function plan({ catalogue, env }) {
  return {
    targets: chooseTargets(env.TARGETS, catalogue),
    limits: asUsageError(() => limitsOf(env)),
    environment: {
      // By hand any scenario may be asked for, but nobody has asked yet.
      needs: needsOf(catalogue, env.TARGETS ? Object.keys(catalogue.scenarios) : []),
      mayLack: true,
      settings: chooseSettings(env.SETTINGS, catalogue),
      databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)),
    },
  };
}

/** @param {Command} command @returns {Promise<number>} exit code */
export async function up(command) {
  const planned = plan(command);
  if (capabilitiesOf(command.env.ENGINE).servicesOutliveRuns) {
    for (const line of await leaveUp(command, planned)) command.log(line);
    return 0;
  }
  if (isUp(command)) throw new UsageError('already up: make down ends it');
  for (const line of await startKeeper(command)) command.log(line);
  return 0;
}

/** The process that `up` leaves in the background. @param {Command} command @returns {Promise<number>} exit code */
export async function keep(command) {
  await keepUp(command, plan(command));
  return 0;
}

/** @param {Command} command @returns {Promise<number>} exit code */
export async function down(command) {
  if (await takeDown(command.env)) {
    command.log('the namespace is gone, with everything in it');
    return 0;
  }
  const wasUp = await stopKeeper(command);
  const remains = removeRemains(command.cacheDir);
  if (wasUp) command.log('all is stopped');
  else command.log(remains > 0 ? 'nothing was up; what a killed runner had left is removed' : 'nothing was up');
  return 0;
}
