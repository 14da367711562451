import { eventLoops, offloadThreads, poolSize, variable } from '../bottleneck/slots.js';

/**
 * How many requests a target can hold at once.
 *
 * @typedef {import('./prediction.js').Group} Group
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {'no thread' | 'virtual threads' | 'Tomcat threads' | 'Jetty threads' | 'event loops' | 'offload threads' | 'connections' | 'downstream connections'} SlotKind
 * @typedef {{ count: number, kind: SlotKind }} Slots `count`: Infinity where it is as many as there are users
 */

/** Connections that the clients of the downstream service have at most: reactor-netty's default, and as many for the blocking one. */
const DOWNSTREAM_CONNECTIONS = 500;

/** @param {Run} run @param {Group} group @returns {Slots | null} requests that wait at a time; null where it is not known */
export function slotsOfWait(run, group) {
  const { waits = 'handler' } = run.catalogue.scenarios[group.scenario];
  if (waits === 'timer') return { count: Infinity, kind: 'no thread' };
  if (run.catalogue.targets[group.target].server !== 'netty') return requestThreads(run, group);
  return waits === 'offloaded'
    ? slots(offloadThreads(run, group.target), 'offload threads')
    : slots(eventLoops(run, group.target), 'event loops');
}

/** @param {Run} run @param {Group} group @returns {Slots | null} */
export function slotsOfCalls(run, group) {
  const { delaysMs = [] } = run.catalogue.scenarios[group.scenario].calls ?? {};
  const carried = DOWNSTREAM_CONNECTIONS / (callsAtOnce(run, group) ? delaysMs.length : 1);
  const connections = slots(carried, 'downstream connections');
  if (isAsync(run, group)) return connections;
  const threads = requestThreads(run, group);
  return threads === null || threads.count < carried ? threads : connections;
}

/** @param {Run} run @param {Group} group @returns {boolean} does a request make its calls at the same time? */
export function callsAtOnce(run, group) {
  return (isAsync(run, group) || fansOut(run, group)) && run.catalogue.scenarios[group.scenario].calls?.mode === 'concurrent';
}

/** @param {Run} run @param {Group} group @returns {boolean} do other threads make the calls that block, while the handler waits? */
function fansOut(run, { target }) {
  return (variable(run, target, 'FAN_OUT') ?? 'sequential') !== 'sequential';
}

/** @param {Run} run @param {Group} group @returns {boolean} does its client of the downstream service not block? */
function isAsync(run, { target }) {
  return run.catalogue.targets[target].server === 'netty' || variable(run, target, 'REMOTE_CLIENT') === 'async';
}

/** @param {Run} run @param {Group} group @returns {Slots | null} statements that can be under way at once: whichever is scarcer, connections or threads */
export function slotsOfStatement(run, group) {
  const pool = slots(poolSize(run, group.target), 'connections');
  if (pool === null) return null;
  const { server, database } = run.catalogue.targets[group.target];
  const threads = database === 'r2dbc' ? null : server === 'netty' ? blockedLoops(run, group.target) : requestThreads(run, group);
  return threads !== null && threads.count < pool.count ? threads : pool;
}

/** @param {Run} run @param {string} target @returns {Slots | null} null where calls are made elsewhere than on the event loop */
function blockedLoops(run, target) {
  return variable(run, target, 'JDBC_SCHEDULER') === 'none' ? slots(eventLoops(run, target), 'event loops') : null;
}

/** @param {Run} run @param {Group} group @returns {Slots | null} */
function requestThreads(run, group) {
  const threads = group.good.map((slice) => slice.requestThreads).find((size) => size !== null);
  if (threads === undefined || threads === null) return null;
  if (threads === 'unbounded') return { count: Infinity, kind: 'virtual threads' };
  return { count: threads, kind: run.catalogue.targets[group.target].server === 'jetty' ? 'Jetty threads' : 'Tomcat threads' };
}

/** @param {number | null} count @param {SlotKind} kind @returns {Slots | null} */
function slots(count, kind) {
  return count === null ? null : { count, kind };
}
