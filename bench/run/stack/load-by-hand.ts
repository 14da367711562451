/** `make k6`: load on one target by hand, shown on the dashboard. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { oneOf } from '../../../k6/lib/input.js';
import { endpointsOf, PORTS } from '../../engines/native/addresses.ts';
import { LEVEL_KNOBS, asUsageError } from '../../plan/knobs.ts';
import { buildK6 } from '../../setup/programs/k6.ts';
import { UsageError } from '../../util/errors.ts';
import { untilAborted } from '../../util/interruption.ts';
import type { Command } from '../../setup/command.ts';

/** What the scripts may be asked for. */
export const LOAD_KNOBS = [...LEVEL_KNOBS, 'STAGE_SECONDS', 'WARMUP'];

/** The script itself refuses the other options that it cannot use, and a target that is not up. @returns exit code of k6 */
export async function loadByHand({ env, catalogue, root, cacheDir, log, signal }: Command): Promise<number> {
  const scenario = chosen(env, 'SCENARIO', Object.keys(catalogue.scenarios));
  const variables = { TARGET: chosen(env, 'TARGET', Object.keys(catalogue.targets)) };
  const load = LOAD_KNOBS.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  const { bin } = await untilAborted(buildK6(root, { cache: cacheDir, log }), signal);
  const { url, database } = endpointsOf(catalogue, PORTS).influx;
  const flags = [...Object.entries(variables), ...load].flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const args = ['run', '--out', `rollup=${url}/${database}`, ...flags, path.join(root, 'k6', `${scenario}.js`)];
  const child = spawn(bin, args, { stdio: 'inherit', env: { ...process.env, K6_NO_USAGE_REPORT: 'true' } });
  // A terminal sends Ctrl-C to k6 as well; what stops this process alone must reach k6, too.
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** @throws {UsageError} one line */
function chosen(env: Command['env'], option: 'SCENARIO' | 'TARGET', accepted: string[]): string {
  if (!env[option]) throw new UsageError(`${option} is missing; accepted: ${accepted.join(', ')}`);
  return asUsageError(() => oneOf(env, option, accepted));
}
