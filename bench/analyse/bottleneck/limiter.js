import { isOverused } from '../cell/health.js';
import { isBusy } from './neighbour.js';
import { isCompiling } from '../cell/steady.js';
import { sum } from '../../util/math.js';
import { percent } from '../../util/text.js';

/**
 * What kept a target from being faster on a plateau. The first rule that applies answers; where none does, nothing is guessed.
 * A queue in front of a target that has no CPU left is a consequence, so CPU is asked before threads and connections, unless arithmetic
 * says that the connections carry no more.
 *
 * @typedef {import('./observations.js').Observations} Observations
 * @typedef {'generator' | 'target CPU' | 'database' | 'neighbour' | 'connection pool' | 'request threads' | 'offload scheduler' | 'event loop' | 'users waiting' | 'unknown'} Kind
 * @typedef {{kind: Kind, sentence: string}} Limiter
 */

/** From this share of what it may use on, a CPU is taken to be used up: the rest is lost between the periods of a quota. */
const USED_UP = 0.9;
/** A target that the kernel stops in every other period waits for CPU, whatever its mean is. */
const THROTTLED_HALF = 0.5;
/** Below this share of its CPU a target is held by something that waits, not by computing. */
const MOSTLY_IDLE = 0.5;
/** From this share of what the connections can carry at most on, more CPU would bring no more. */
const CARRIES_ALL = 0.9;
/** From one user to the next a thread or a connection is free for a moment, and a scrape may see it so. */
const NEARLY_ALL = 0.9;
/** With more users each is served as often as before: 5 % is the noise of a short plateau. */
const SERVED_AS_OFTEN = 0.95;

const RULES = [
  generator,
  carriesNoMore,
  compilersOrPool,
  targetCpu,
  database,
  neighbour,
  connectionPool,
  requestThreads,
  offloadScheduler,
  eventLoop,
  usersWaiting,
];

/**
 * @param {Observations} seen
 * @returns {Limiter}
 */
export function limiter(seen) {
  for (const rule of RULES) {
    const found = rule(seen);
    if (found) return found;
  }
  return {
    kind: 'unknown',
    sentence: `What held ${seen.label} is not known: ${cpuWords(seen)}, and nothing that was recorded was used up.`,
  };
}

/** @typedef {Pick<import('../types.js').CellFigures, 'limiters'>} Round of one target in one scenario */

/**
 * @param {Round[]} cells
 * @param {number} stage
 * @returns {(Limiter & { rounds: number })[]} what held the target in how many of them, the most frequent first, each with the figures of its first round
 */
export function limitersOfRounds(cells, stage) {
  const found = cells.flatMap(({ limiters }) => limiters[stage] ?? []);
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds
    .map((kind) => found.filter((each) => each.kind === kind))
    .map((same) => ({ ...same[0], rounds: same.length }))
    .sort((one, other) => other.rounds - one.rounds);
}

/**
 * @param {Round[]} cells
 * @param {number} stage
 * @param {string} [label] of the target
 * @returns {Limiter & { rounds: number, of: number } | null} what held the target in more than half of them; unknown where nothing did
 */
export function limiterOfRounds(cells, stage, label = 'the target') {
  const found = limitersOfRounds(cells, stage);
  if (found.length === 0) return null;
  const of = sum(found.map(({ rounds }) => rounds));
  if (found[0].rounds * 2 > of) return { ...found[0], of };
  const parts = found.map(({ kind, rounds }) => `${kind} in ${rounds}`).join(', ');
  return { kind: 'unknown', sentence: `What held ${label} was not the same in all rounds: ${parts} of ${of}.`, rounds: of, of };
}

/** @param {Observations} seen @returns {Limiter | null} */
function generator({ generator: use, label }) {
  if (!use || !isOverused(use)) return null;
  return {
    kind: 'generator',
    sentence: `The load generator held ${label}: it used ${cores(use.used)} of its ${cores(use.share)} cores (${percent(use.used / use.share, 0)}).`,
  };
}

/** Each request takes a connection for so long, by the way to the database or by its statement, that all of them together carry no more. @param {Observations} seen @returns {Limiter | null} */
function carriesNoMore(seen) {
  const { poolRps, rps } = seen;
  return poolRps !== null && rps !== null && rps >= CARRIES_ALL * poolRps ? connectionPool(seen) : null;
}

/**
 * Requests wait for connections where the CPU is used up by requests. Where it is by compilers, either may have come first.
 * @param {Observations} seen
 * @returns {Limiter | null}
 */
function compilersOrPool(seen) {
  const { compilingShare, requestCores, cpu, pool, label } = seen;
  if (!pool || !cpu || !targetCpu(seen) || !connectionPool(seen)) return null;
  if (!isCompiling(compilingShare) || requestCores === null || requestCores >= MOSTLY_IDLE * cpu.share) return null;
  return {
    kind: 'unknown',
    sentence: `What held ${label} is not known: its pool of ${pool.max} connections was in use, and its CPU was used up while compilers were at work for ${percent(compilingShare ?? 0, 0)} of the time.`,
  };
}

/** @param {Observations} seen @returns {Limiter | null} */
function targetCpu({ cpu, throttledShare, label }) {
  if (!cpu) return null;
  if (cpu.used < USED_UP * cpu.share && (throttledShare ?? 0) < THROTTLED_HALF) return null;
  const stopped = throttledShare === null ? '' : `, stopped by its quota in ${percent(throttledShare, 0)} of the periods`;
  return { kind: 'target CPU', sentence: `${label} is held by its CPU: ${cores(cpu.used)} of ${cores(cpu.share)} cores${stopped}.` };
}

/** @param {Observations} seen @returns {Limiter | null} */
function database(seen) {
  const { database: use, label } = seen;
  if (!use || use.used < USED_UP * use.share) return null;
  return {
    kind: 'database',
    sentence: `${label} is held by the database: it used ${cores(use.used)} of its ${cores(use.share)} cores; ${cpuWords(seen)}.`,
  };
}

/** @param {Observations} seen @returns {Limiter | null} */
function neighbour({ neighbour: seen, label }) {
  if (!seen) return null;
  const { cpu, meanMs, askedMs, isLate } = seen;
  const found = [
    cpu && isBusy(seen) ? `it used ${cores(cpu.used)} of the ${cores(cpu.share)} cores that the others left` : null,
    isLate ? `it took ${meanMs?.toFixed(1)} ms where ${askedMs} ms were asked for` : null,
  ].filter((part) => part !== null);
  return found.length === 0 ? null : { kind: 'neighbour', sentence: `${label} is held by the service that it calls: ${found.join(', ')}.` };
}

/** The queue may stand before the pool, or before the threads that would ask it. @param {Observations} seen @returns {Limiter | null} */
function connectionPool(seen) {
  const { pool, inFlight, label } = seen;
  if (!pool || pool.active < NEARLY_ALL * pool.max) return null;
  const waiting = Math.max(pool.pending, (inFlight ?? 0) - pool.max);
  if (waiting <= 0) return null;
  return {
    kind: 'connection pool',
    sentence: `${label} is held by its pool of ${pool.max} connections: ${pool.active} in use, ${waiting} requests waiting, ${cpuWords(seen)}.`,
  };
}

/** @param {Observations} seen @returns {Limiter | null} */
function requestThreads(seen) {
  const { requestThreads: threads, vus, label } = seen;
  if (!threads || threads.busy < NEARLY_ALL * threads.max || vus <= threads.max) return null;
  return {
    kind: 'request threads',
    sentence: `${label} is held by its ${threads.max} Tomcat ${threads.max === 1 ? 'thread' : 'threads'}: ${threads.busy} busy, ${vus - threads.busy} waiting, ${cpuWords(seen)}.`,
  };
}

/** @param {Observations} seen @returns {Limiter | null} */
function offloadScheduler(seen) {
  const { offloadThreads, inFlight, cpu, label } = seen;
  if (offloadThreads === null || inFlight === null || inFlight <= offloadThreads) return null;
  if (!cpu || cpu.used >= MOSTLY_IDLE * cpu.share) return null;
  return {
    kind: 'offload scheduler',
    sentence: `${label} is held by the ${offloadThreads} threads of its bounded scheduler: ${inFlight - offloadThreads} calls waiting for one, ${cpuWords(seen)}.`,
  };
}

/** Each loop has one request in hand and lets the others wait: it is blocked. @param {Observations} seen @returns {Limiter | null} */
function eventLoop(seen) {
  const { eventLoops, inFlight, vus, cpu, rps, label } = seen;
  if (!eventLoops || inFlight === null || !cpu || !rps) return null;
  if (inFlight !== eventLoops || vus <= eventLoops || cpu.used >= MOSTLY_IDLE * cpu.share) return null;
  const seconds = (eventLoops / rps).toFixed(2);
  return {
    kind: 'event loop',
    sentence: `${label} is held by its ${eventLoops} event loops: each is blocked by one request for ${seconds} s, ${vus - inFlight} waiting, ${cpuWords(seen)}.`,
  };
}

/** Closed loop with an idle server: as many users as there are, each served as often as with fewer. @param {Observations} seen @returns {Limiter | null} */
function usersWaiting(seen) {
  const { perUser, vus, label } = seen;
  if (!perUser || perUser.own === 0 || perUser.other === 0) return null;
  const [fewer, more] = perUser.otherVus < vus ? [perUser.other, perUser.own] : [perUser.own, perUser.other];
  if (more < SERVED_AS_OFTEN * fewer) return null;
  return {
    kind: 'users waiting',
    sentence: `Nothing held ${label}: its ${vus} users were waiting for their own answers, and more users would get more; ${cpuWords(seen)}.`,
  };
}

/** @param {Observations} seen */
function cpuWords({ cpu }) {
  return cpu ? `CPU ${percent(cpu.used / cpu.share, 0)}` : 'CPU not recorded';
}

/** @param {number} value */
function cores(value) {
  return Number(value.toFixed(2)).toString();
}
