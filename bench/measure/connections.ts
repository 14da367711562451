/** `make connections`: its plan, what the system must allow for it, and one load that holds connections on one target. */
import {
  ALONE_SECONDS,
  EVENTS_METRIC,
  LATE_METRIC,
  OPENED_METRIC,
  eventsOf,
  holdOf,
  loadSeconds,
  phaseMetric,
  type Hold,
} from '../../k6/lib/hold.js';
import { PATIENT_STOP_SECONDS } from '../../k6/lib/profiles.js';
import { readIfThere } from '../collect/proc.ts';
import { chooseNames, chooseTargets } from '../plan/pairs.ts';
import { fitting } from '../record/catalogue.ts';
import { limitsOf } from '../record/json/limits.ts';
import { UsageError } from '../util/errors.ts';
import { upperMedian } from '../util/math.ts';
import { trialFiles } from './generators/files.ts';
import { failureOf, readSummary, type LoadSummary } from './generators/results.ts';
import { startLoad, type Subject } from './generators/start.ts';
import { endedWatched } from './watched.ts';
import type { ConnectionsPlan, Held, Latency } from '../record/connections.ts';
import type { ProcessSample } from '../record/samples.ts';
import type { Command } from '../setup/command.ts';

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
/** Memory is that of the last seconds of a phase: at its start, connections may still be settling. */
const LAST_SECONDS = 5;
/** k6 makes a user in about a millisecond. */
const USERS_PER_SECOND = 200;

/** @param read a file of /proc; '' where there is none: then nothing is lacking @throws {UsageError} one line: what is accepted, or what to raise */
export function planConnections({ env, catalogue }: Pick<Command, 'env' | 'catalogue'>, read = readIfThere): ConnectionsPlan {
  const chosen = chooseTargets(env.TARGETS, catalogue);
  const targets = chosen.filter(fitting(catalogue, WARMED_BY));
  const stranger = chosen.find((name) => !targets.includes(name));
  if (stranger && env.TARGETS !== 'all') throw new UsageError(`TARGETS=${env.TARGETS}: ${stranger} does not answer ${WARMED_BY}`);
  const known = catalogue.connections ?? {};
  const loads = chooseNames('LOADS', env.LOADS, Object.keys(known));
  const holds = Object.fromEntries(loads.map((name) => [name, holdOf(known[name], env)]));
  const limits = limitsOf(env);
  const lacking = shortage(Math.max(...Object.values(holds).map(({ connections }) => connections)), read);
  if (lacking !== null) throw new UsageError(lacking);
  return { targets, loads, holds, ...limits, jvmArgs: [GROWING_HEAP, ...limits.jvmArgs] };
}

/** Scripts of k6 cannot read these files: its open() fails with files of /proc. @returns what is too low, and how it is raised; null if all is there */
function shortage(connections: number, read: (file: string) => string): string | null {
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

/** @param subject its scenario is the name of the load @param stem path of its files, without endings @throws {Error} one line, if k6 failed */
export async function holdConnections(subject: Subject, hold: Hold, stem: string): Promise<Held> {
  const { scenario: load, target, engine } = subject;
  const files = trialFiles(stem);
  const lastsSeconds = loadSeconds(hold) + hold.openSeconds + PATIENT_STOP_SECONDS + hold.connections / USERS_PER_SECOND;
  const variables = { CONNECTIONS: hold.connections, HOLD_SECONDS: hold.holdSeconds };
  const script = { ...subject, scenario: `connections/${load}` };
  const k6 = await startLoad(script, { variables, outputs: [], files, lastsSeconds, quiet: true });
  const { end, processes } = await endedWatched(engine, target, k6);
  const failure = failureOf(end);
  if (failure !== null) throw new Error(failure);
  return { load, target, ...hold, ...heldFigures(readSummary(files.summary), processes, hold) };
}

export function heldFigures({ startMs, values, count }: LoadSummary, processes: Map<string, ProcessSample[]>, hold: Hold) {
  const memoryAt = (process: string, second: number) => {
    const [fromMs, toMs] = [second - LAST_SECONDS, second].map((end) => startMs + end * 1000);
    const within = (processes.get(process) ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
    // 0: not recorded.
    return upperMedian(within.flatMap(({ rssBytes = 0 }) => (rssBytes > 0 ? [rssBytes] : [])));
  };
  const latencyOf = (metric: string): Latency => {
    const { med: p50Ms = null, 'p(99)': p99Ms = null, max: maxMs = null } = values(metric);
    return { p50Ms, p99Ms, maxMs };
  };
  const { passes, matches: failed = passes ?? 0 } = values('http_req_failed');
  return {
    restBytes: memoryAt('target', ALONE_SECONDS),
    heldBytes: memoryAt('target', loadSeconds(hold)),
    generatorBytes: memoryAt('generator', loadSeconds(hold)),
    opened: count(OPENED_METRIC),
    failed,
    alone: latencyOf(phaseMetric('alone')),
    beside: latencyOf(phaseMetric('beside')),
    events:
      hold.everySeconds === null
        ? { expected: hold.connections * eventsOf(hold), received: count(EVENTS_METRIC), late: latencyOf(LATE_METRIC) }
        : null,
  };
}
