/** `make up` and `make down`: services and targets without load. */
import { UsageError } from '../util/errors.ts';
import { untilAborted } from '../util/interruption.ts';
import { removeRemains, takeDown } from '../engines/index.ts';
import { environmentOptions } from '../plan/knobs.ts';
import { limitsOf } from '../record/json/limits.ts';
import { chooseTargets } from '../plan/pairs.ts';
import { capabilitiesOf } from '../engines/engines.ts';
import { closingLines, isUp, keepUp, startAll, startKeeper, stopKeeper } from '../run/stack/keeper.ts';
import { withEngine, type Plan, type Session } from '../run/stack/session.ts';
import type { Command } from '../setup/command.ts';

/** @throws {UsageError} one line */
export function planUp({ catalogue, env }: Command): Plan {
  const targets = chooseTargets(env.TARGETS, catalogue);
  // By hand any scenario may be asked for, but nobody has asked yet.
  const scenarios = env.TARGETS ? Object.keys(catalogue.scenarios) : [];
  return { targets, scenarios, ...environmentOptions(env, catalogue, targets), ...limitsOf(env) };
}

/** @returns exit code */
export async function up(command: Command): Promise<number> {
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

/** Where the parts need no process that keeps them, all are started and left running. */
async function leaveUp(command: Command) {
  const { catalogue, log } = command;
  const plan = planUp(command);
  const start = async ({ engine, signal }: Session) => {
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

/** The process that `up` leaves in the background. @returns exit code */
export async function keep(command: Command): Promise<number> {
  await keepUp(command, planUp(command));
  return 0;
}

/** @returns exit code */
export async function down(command: Command): Promise<number> {
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
