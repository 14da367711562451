/** `make up`, `make k6` and `make down`: services and targets by hand. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { oneOf } from '../../k6/lib/input.js';
import { endpointsOf, PORTS } from '../engines/native/ports.ts';
import { buildK6 } from '../setup/programs/k6.ts';
import { UsageError } from '../util/errors.ts';
import { untilAborted } from '../util/interruption.ts';
import { removeRemains, takeDown } from '../engines/index.ts';
import { environmentOptions, LEVEL_KNOBS } from '../plan/knobs.ts';
import { limitsOf } from '../record/json/limits.ts';
import { chooseTargets } from '../plan/pairs.ts';
import { capabilitiesOf } from '../engines/engines.ts';
import { closingLines, isUp, keepUp, startKeeper, stopKeeper, withAllUp } from '../run/stack/keeper.ts';
import type { Plan } from '../run/stack/session.ts';
import type { Command } from '../setup/command.ts';

/** What the scripts may be asked for. */
export const LOAD_KNOBS = [...LEVEL_KNOBS, 'STAGE_SECONDS', 'WARMUP'];

/** @throws {UsageError} one line */
export function planUp({ catalogue, env }: Command): Plan {
  const targets = chooseTargets(env.TARGETS, catalogue);
  // By hand any scenario may be asked for, but nobody has asked yet.
  const scenarios = env.TARGETS ? Object.keys(catalogue.scenarios) : [];
  return { targets, scenarios, ...environmentOptions(env, catalogue, targets), ...limitsOf(env) };
}

/** @returns exit code */
export async function up(command: Command): Promise<number> {
  // What it cannot use is refused before the keeper starts.
  const plan = planUp(command);
  if (capabilitiesOf(command.env.ENGINE).servicesOutliveRuns) {
    await leaveUp(command, plan);
    return 0;
  }
  if (isUp(command)) throw new UsageError('services of an earlier command are up, maybe without targets: make down ends them');
  for (const line of await startKeeper(command)) command.log(line);
  return 0;
}

/** Where the parts need no process that keeps them, all are started and left running. */
async function leaveUp(command: Command, plan: Plan) {
  const { catalogue, log } = command;
  await withAllUp(command, plan, async ({ engine }) => {
    await engine.leave();
    for (const name of plan.targets) {
      const { port, managementPort } = catalogue.targets[name];
      log(`${name}: ${engine.reach?.(name) ?? `http://127.0.0.1:${port}, management http://127.0.0.1:${managementPort}`}`);
    }
    for (const line of closingLines(engine, plan.targets)) log(line);
  });
}

/** The process that `up` leaves in the background. @returns exit code */
export async function keep(command: Command): Promise<number> {
  await keepUp(command, planUp(command));
  return 0;
}

/** Load on one target. The script refuses options that it cannot use, and a target that is not up. @returns exit code of k6 */
export async function loadByHand({ env, catalogue, root, cacheDir, log, signal }: Command): Promise<number> {
  const scenario = chosen(env, 'SCENARIO', Object.keys(catalogue.scenarios));
  const target = chosen(env, 'TARGET', Object.keys(catalogue.targets));
  const load = LOAD_KNOBS.filter((name) => env[name]).map((name) => `${name}=${env[name]}`);
  const { bin } = await untilAborted(buildK6(root, { cache: cacheDir, log }), signal);
  const { url, database } = endpointsOf(catalogue, PORTS).influx;
  const flags = [`TARGET=${target}`, ...load].flatMap((variable) => ['-e', variable]);
  const args = ['run', '--out', `rollup=${url}/${database}`, ...flags, path.join(root, 'k6', `${scenario}.js`)];
  const child = spawn(bin, args, { stdio: 'inherit', env: { ...process.env, K6_NO_USAGE_REPORT: 'true' } });
  // A terminal sends Ctrl-C to k6 as well; what stops this process alone must reach k6, too.
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** @throws {UsageError | InputError} one line */
function chosen(env: Command['env'], option: 'SCENARIO' | 'TARGET', accepted: string[]): string {
  if (!env[option]) throw new UsageError(`${option} is missing; accepted: ${accepted.join(', ')}`);
  return oneOf(env, option, accepted);
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
