/** How much of something a target has, by what it was given (its own environment, the run's settings, or the default of docs/dev/interfaces.md, section 2),
 * and how many requests it can hold at once with that. */
import { LIMITS } from '../../record/json/limits.ts';
import { limitsOfTarget } from '../../record/variant.ts';
import { sum } from '../../util/math.ts';
import type { Run } from '../../record/run.ts';
import type { Group } from '../prediction/prediction.ts';

/** What Reactor Netty takes for its event loop (reactor.netty.ioWorkerCount): max(processors, 4). */
const LEAST_EVENT_LOOPS = 4;
/** What Reactor gives its boundedElastic scheduler (reactor.schedulers.defaultBoundedElasticSize): 10 × processors. */
const OFFLOAD_THREADS_PER_PROCESSOR = 10;

/** Connections that the clients of the downstream service have at most: reactor-netty's default, and as many for the blocking one. */
const DOWNSTREAM_CONNECTIONS = 500;

type ThreadKind = 'no thread' | 'virtual threads' | 'Tomcat threads' | 'Jetty threads' | 'event loops' | 'offload threads';

export type SlotKind = ThreadKind | 'connections' | 'downstream connections';

/** `count`: Infinity where it is as many as there are users */
export type Slots = { count: number; kind: SlotKind };

/** @param name of an environment variable */
export function variable({ catalogue, settings }: Pick<Run, 'catalogue' | 'settings'>, target: string, name: string): string | undefined {
  return catalogue.targets[target].environment[name] ?? settings?.targets[target]?.[name];
}

/** @returns database connections at most; null without any */
export function poolSize(run: Run, target: string): number | null {
  return Number(variable(run, target, LIMITS.poolSize.variable) ?? run.limits.poolSize) || null;
}

/** `limits`: not known before the engine is; then there is one processor at least */
type Placed = Pick<Run, 'catalogue'> & Partial<Pick<Run, 'limits'>>;

/** @returns threads of its bounded scheduler */
export function offloadThreads(run: Pick<Run, 'settings'> & Placed, target: string): number {
  return Number(variable(run, target, 'OFFLOAD_THREADS')) || OFFLOAD_THREADS_PER_PROCESSOR * processorsOf(run, target);
}

/** @returns event loops of a target on Netty */
export function eventLoops(run: Placed, target: string): number {
  return Math.max(LEAST_EVENT_LOOPS, processorsOf(run, target));
}

function processorsOf({ catalogue, limits }: Placed, target: string): number {
  return limits ? limitsOfTarget({ catalogue, limits }, target).activeProcessorCount : 1;
}

/** @returns messages to the database and back per request: as counted, else one for each statement */
export function roundTrips({ catalogue, verified }: Run, scenario: string, target: string): number {
  const { statements } = catalogue.scenarios[scenario];
  return verified?.roundTrips[scenario]?.[target] ?? sum(Object.values(statements));
}

/** @param heldMs for which a request takes one of them away at least @returns requests/s at most */
export function carriedRps(connections: number, heldMs: number): number {
  return (connections / heldMs) * 1000;
}

/** @returns requests that wait at a time; null where it is not known */
export function slotsOfWait(run: Run, group: Group): Slots | null {
  const { waits = 'handler' } = run.catalogue.scenarios[group.scenario];
  if (waits === 'timer') return { count: Infinity, kind: 'no thread' };
  if (run.catalogue.targets[group.target].server !== 'netty') return requestThreads(run, group);
  return waits === 'offloaded'
    ? { count: offloadThreads(run, group.target), kind: 'offload threads' }
    : { count: eventLoops(run, group.target), kind: 'event loops' };
}

export function slotsOfCalls(run: Run, group: Group): Slots | null {
  const { delaysMs = [] } = run.catalogue.scenarios[group.scenario].calls ?? {};
  const carried = DOWNSTREAM_CONNECTIONS / (callsAtOnce(run, group) ? delaysMs.length : 1);
  const connections: Slots = { count: carried, kind: 'downstream connections' };
  if (isAsync(run, group)) return connections;
  const threads = requestThreads(run, group);
  return threads === null || threads.count < carried ? threads : connections;
}

export function callsAtOnce(run: Run, group: Group): boolean {
  // Then other threads make the calls that block, while the handler waits.
  const fansOut = (variable(run, group.target, 'FAN_OUT') ?? 'sequential') !== 'sequential';
  return (isAsync(run, group) || fansOut) && run.catalogue.scenarios[group.scenario].calls?.mode === 'concurrent';
}

/** @returns does its client of the downstream service not block? */
function isAsync(run: Run, { target }: Group): boolean {
  return run.catalogue.targets[target].server === 'netty' || variable(run, target, 'REMOTE_CLIENT') === 'async';
}

/** @returns statements that can be under way at once: whichever is scarcer, connections or threads */
export function slotsOfStatement(run: Run, group: Group): Slots | null {
  const connections = poolSize(run, group.target);
  if (connections === null) return null;
  const pool: Slots = { count: connections, kind: 'connections' };
  const { server, database } = run.catalogue.targets[group.target];
  // Elsewhere than on the event loop, Netty's calls hold no thread of it.
  const isOnLoop = server === 'netty' && variable(run, group.target, 'JDBC_SCHEDULER') === 'none';
  const loops: Slots | null = isOnLoop ? { count: eventLoops(run, group.target), kind: 'event loops' } : null;
  const threads = database === 'r2dbc' ? null : server === 'netty' ? loops : requestThreads(run, group);
  return threads !== null && threads.count < pool.count ? threads : pool;
}

function requestThreads(run: Run, group: Group): Slots | null {
  const threads = group.good.map((slice) => slice.requestThreads).find((size) => size !== null);
  if (threads === undefined || threads === null) return null;
  if (threads === 'unbounded') return { count: Infinity, kind: 'virtual threads' };
  return { count: threads, kind: run.catalogue.targets[group.target].server === 'jetty' ? 'Jetty threads' : 'Tomcat threads' };
}
