/** The knobs of `make connections`, and what the system must allow for them. */
import { holdOf } from '../../../k6/lib/hold.js';
import { readIfThere } from '../../collect/proc.ts';
import { limitsOf } from '../../record/json/limits.ts';
import { chooseNames, chooseTargets } from '../../plan/pairs.ts';
import { fitting } from '../../record/fits.ts';
import { UsageError } from '../../util/errors.ts';
import type { Env } from '../../plan/knobs.ts';
import type { Command } from '../../setup/command.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { ConnectionsPlan } from '../../record/connections.ts';

/** With all of the heap committed, connections would take pages that the warm-up has touched, and RSS would not show it. One that grows does. */
const GROWING_HEAP = '-Xms32m';
/** Of k6 and of a target beside the connections: programs, libraries, event loops, database connections. */
const OTHER_FILES = 500;
/** Local ports that other connections of the machine may have, to the same address. */
const OTHER_PORTS = 100;
/** Of k6: 10,000 users took 5.2 GB. */
const MEGABYTES_PER_USER = 0.55;
/** The scenario whose requests warm a target up: the active user's. */
export const WARMED_BY = 'simple';

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

/** @throws {UsageError} one line, also where the system does not allow so many: what to raise */
export function planConnections({ env, catalogue }: Pick<Command, 'env' | 'catalogue'>): ConnectionsPlan {
  const plan = connectionsOptions(env, catalogue);
  const lacking = shortage(Math.max(...Object.values(plan.holds).map(({ connections }) => connections)), readIfThere);
  if (lacking !== null) throw new UsageError(lacking);
  return plan;
}

/**
 * Scripts of k6 cannot read these files: its open() fails with files of /proc.
 * @param read content of a file of /proc; empty where there is none, as on other systems than Linux: then nothing is lacking
 * @returns one line: what is too low, and how it is raised; null if all is there
 */
export function shortage(connections: number, read: (file: string) => string): string | null {
  const numbers = (file: string, pattern: RegExp) => pattern.exec(read(file))?.slice(1).map(Number) ?? [];
  // Node.js, Go and the JVM raise their own soft limit to the hard one.
  const [files = Infinity] = numbers('/proc/self/limits', /^Max open files +\S+ +(\d+)/m);
  const needed = connections + OTHER_FILES;
  if (files < needed) {
    return `CONNECTIONS=${connections}: a process may open ${files} files and needs ${needed}; raise the hard limit: ulimit -n ${needed} (as root), or nofile of the container`;
  }
  const [first = 0, last = Infinity] = numbers('/proc/sys/net/ipv4/ip_local_port_range', /^\s*(\d+)\s+(\d+)/);
  const ports = last - first + 1;
  if (ports < connections + OTHER_PORTS) {
    return `CONNECTIONS=${connections}: there are ${ports} local ports; raise them: sysctl -w net.ipv4.ip_local_port_range="1024 65535"`;
  }
  const [kilobytes = Infinity] = numbers('/proc/meminfo', /^MemAvailable: +(\d+) kB/m);
  const [megabytes, taken] = [Math.floor(kilobytes / 1024), Math.ceil(connections * MEGABYTES_PER_USER)];
  if (megabytes >= taken) return null;
  return `CONNECTIONS=${connections}: k6 takes about ${taken} MB and ${megabytes} MB are free; take fewer, or free some`;
}
