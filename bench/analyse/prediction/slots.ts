/** How many requests a target can hold at once. */
import { eventLoops, offloadThreads, poolSize, variable } from '../bottleneck/slots.ts';
import type { Run } from '../../record/run.ts';
import type { Group } from './prediction.ts';

export type SlotKind =
  | 'no thread'
  | 'virtual threads'
  | 'Tomcat threads'
  | 'Jetty threads'
  | 'event loops'
  | 'offload threads'
  | 'connections'
  | 'downstream connections';

/** `count`: Infinity where it is as many as there are users */
export type Slots = { count: number; kind: SlotKind };

/** Connections that the clients of the downstream service have at most: reactor-netty's default, and as many for the blocking one. */
const DOWNSTREAM_CONNECTIONS = 500;

/** @returns requests that wait at a time; null where it is not known */
export function slotsOfWait(run: Run, group: Group): Slots | null {
  const { waits = 'handler' } = run.catalogue.scenarios[group.scenario];
  if (waits === 'timer') return { count: Infinity, kind: 'no thread' };
  if (run.catalogue.targets[group.target].server !== 'netty') return requestThreads(run, group);
  return waits === 'offloaded'
    ? slots(offloadThreads(run, group.target), 'offload threads')
    : slots(eventLoops(run, group.target), 'event loops');
}

export function slotsOfCalls(run: Run, group: Group): Slots | null {
  const { delaysMs = [] } = run.catalogue.scenarios[group.scenario].calls ?? {};
  const carried = DOWNSTREAM_CONNECTIONS / (callsAtOnce(run, group) ? delaysMs.length : 1);
  const connections = slots(carried, 'downstream connections');
  if (isAsync(run, group)) return connections;
  const threads = requestThreads(run, group);
  return threads === null || threads.count < carried ? threads : connections;
}

/** @returns does a request make its calls at the same time? */
export function callsAtOnce(run: Run, group: Group): boolean {
  return (isAsync(run, group) || fansOut(run, group)) && run.catalogue.scenarios[group.scenario].calls?.mode === 'concurrent';
}

/** @returns do other threads make the calls that block, while the handler waits? */
function fansOut(run: Run, { target }: Group): boolean {
  return (variable(run, target, 'FAN_OUT') ?? 'sequential') !== 'sequential';
}

/** @returns does its client of the downstream service not block? */
function isAsync(run: Run, { target }: Group): boolean {
  return run.catalogue.targets[target].server === 'netty' || variable(run, target, 'REMOTE_CLIENT') === 'async';
}

/** @returns statements that can be under way at once: whichever is scarcer, connections or threads */
export function slotsOfStatement(run: Run, group: Group): Slots | null {
  const pool = slots(poolSize(run, group.target), 'connections');
  if (pool === null) return null;
  const { server, database } = run.catalogue.targets[group.target];
  const threads = database === 'r2dbc' ? null : server === 'netty' ? blockedLoops(run, group.target) : requestThreads(run, group);
  return threads !== null && threads.count < pool.count ? threads : pool;
}

/** @returns null where calls are made elsewhere than on the event loop */
function blockedLoops(run: Run, target: string): Slots | null {
  return variable(run, target, 'JDBC_SCHEDULER') === 'none' ? slots(eventLoops(run, target), 'event loops') : null;
}

function requestThreads(run: Run, group: Group): Slots | null {
  const threads = group.good.map((slice) => slice.requestThreads).find((size) => size !== null);
  if (threads === undefined || threads === null) return null;
  if (threads === 'unbounded') return { count: Infinity, kind: 'virtual threads' };
  return { count: threads, kind: run.catalogue.targets[group.target].server === 'jetty' ? 'Jetty threads' : 'Tomcat threads' };
}

function slots(count: number | null, kind: SlotKind): Slots | null {
  return count === null ? null : { count, kind };
}
