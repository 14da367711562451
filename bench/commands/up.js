/** `make up` and `make down`: services and targets without load. */
import { UsageError } from '../util/errors.js';
import { untilAborted } from '../util/interruption.js';
import { removeRemains, takeDown } from '../engines/index.js';
import { asUsageError } from '../plan/knobs.js';
import { limitsOf } from '../record/json/limits.js';
import { chooseTargets } from '../plan/pairs.js';
import { chooseSettings, databaseRttMs, describeSettings } from '../plan/environment.js';
import { capabilitiesOf } from '../engines/engines.js';
import { closingLines, isUp, keepUp, startAll, startKeeper, stopKeeper } from '../run/stack/keeper.js';
import { withEngine } from '../run/stack/session.js';

/** @typedef {import('../setup/command.js').Command} Command */

/** @param {Command} command @returns {import('../run/stack/session.js').Plan} @throws {UsageError} one line */
export function planUp({ catalogue, env }) {
  const targets = chooseTargets(env.TARGETS, catalogue);
  return {
    targets,
    // By hand any scenario may be asked for, but nobody has asked yet.
    scenarios: env.TARGETS ? Object.keys(catalogue.scenarios) : [],
    settings: describeSettings(catalogue, chooseSettings(env.SETTINGS, catalogue), targets),
    databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)),
    ...asUsageError(() => limitsOf(env)),
  };
}

/** @param {Command} command @returns {Promise<number>} exit code */
export async function up(command) {
  if (capabilitiesOf(command.env.ENGINE).servicesOutliveRuns) {
    await leaveUp(command);
    return 0;
  }
  // What it cannot use is refused before the keeper starts.
  planUp(command);
  if (isUp(command)) throw new UsageError('services of an earlier command are up, maybe without targets: make down ends them');
  for (const line of await startKeeper(command)) command.log(line);
  return 0;
}

/** Where the parts need no process that keeps them, all are started and left running. @param {Command} command */
async function leaveUp(command) {
  const { catalogue, log } = command;
  const plan = planUp(command);
  const start = async (/** @type {import('../run/stack/session.js').Session} */ { engine, signal }) => {
    await untilAborted(startAll(engine, plan.targets), signal);
    await engine.leave();
    for (const name of plan.targets) {
      const { port, managementPort } = catalogue.targets[name];
      log(`${name}: ${engine.reach?.(name) ?? `http://127.0.0.1:${port}, management http://127.0.0.1:${managementPort}`}`);
    }
    for (const line of closingLines(engine, plan.targets)) log(line);
  };
  await withEngine(command, plan, start, { mayLack: true });
}

/** The process that `up` leaves in the background. @param {Command} command @returns {Promise<number>} exit code */
export async function keep(command) {
  await keepUp(command, planUp(command));
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
