/** The knobs of `make connections`, and what the system must allow for them. */
import { readFileSync } from 'node:fs';
import { holdOf } from '../../../k6/lib/hold.js';
import { limitsOf } from '../../record/json/limits.ts';
import { chooseNames, chooseTargets } from '../../plan/pairs.ts';
import { fitting } from '../../record/fits.ts';
import { UsageError } from '../../util/errors.ts';
import { SYSTEM_FILES, shortage } from './limits.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { ConnectionsPlan } from '../../record/connections.ts';

type Env = Record<string, string | undefined>;

/**
 * With all of the heap committed, what connections take would lie in pages that the warm-up has touched, and RSS would not show it. A heap that
 * grows when it must does.
 */
const GROWING_HEAP = '-Xms32m';

/** @throws {UsageError} one line that names the knob, its value and what is accepted, or says what the system must allow */
export function connectionsOptions(env: Env, catalogue: Catalogue): ConnectionsPlan {
  const chosen = chooseTargets(env.TARGETS, catalogue);
  const targets = chosen.filter(fitting(catalogue, WARMED_BY));
  const stranger = chosen.find((name) => !targets.includes(name));
  if (stranger && env.TARGETS !== 'all') throw new UsageError(`TARGETS=${env.TARGETS}: ${stranger} does not answer ${WARMED_BY}`);
  const known = catalogue.connections ?? {};
  const loads = chooseNames('LOADS', env.LOADS, Object.keys(known));
  const holds = Object.fromEntries(loads.map((name) => [name, holdOf(known[name], env)]));
  const limits = limitsOf(env);
  return { targets, loads, holds, ...limits, jvmArgs: [GROWING_HEAP, ...limits.jvmArgs] };
}

/** The scenario whose requests warm a target up: the active user's. */
export const WARMED_BY = 'simple';

/** @throws {UsageError} one line that says what to raise */
export function requireRoom({ holds }: ConnectionsPlan) {
  const most = Math.max(...Object.values(holds).map(({ connections }) => connections));
  const { limits, portRange, meminfo } = SYSTEM_FILES;
  const lacking = shortage(most, { limits: textOf(limits), portRange: textOf(portRange), meminfo: textOf(meminfo) });
  if (lacking !== null) throw new UsageError(lacking);
}

/** @returns empty where there is none: not Linux */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
