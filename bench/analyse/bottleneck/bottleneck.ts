/** What kept a target from being faster on a plateau. The first rule that applies answers; where none does, nothing is guessed. A queue in front of a
 * target that has no CPU left is a consequence, so CPU is asked before threads and connections, unless arithmetic says that the connections carry no
 * more. */
import { isCompiling } from '../../../k6/lib/compilers.js';
import { isOverused, type GeneratorUse, type Use } from '../slice/shares.ts';
import type { SliceFigures } from '../types.ts';
import type { Observations, PoolServer } from './observations.ts';

/** the share of its CPU that the target used; null where it was not recorded */
type Beside = { cpuShare: number | null };

export type Bottleneck =
  | ({ kind: 'generator' } & GeneratorUse)
  | ({ kind: 'target CPU'; throttledShare: number | null } & Use)
  | ({ kind: 'database' } & Use & Beside)
  | { kind: 'downstream service'; busy: Use | null; late: { meanMs: number; requestedMs: number } | null }
  | ({ kind: 'connection pool'; connections: number; active: number; waiting: number } & Beside)
  | ({ kind: 'request threads'; server: PoolServer; threads: number; busy: number; waiting: number } & Beside)
  | ({ kind: 'connections accepted'; connections: number; waiting: number } & Beside)
  | ({ kind: 'offload scheduler'; threads: number; waiting: number } & Beside)
  | ({ kind: 'event loop'; loops: number; blockedSeconds: number; waiting: number } & Beside)
  | ({ kind: 'users waiting'; vus: number } & Beside)
  | ({ kind: 'unknown'; why: 'nothing saturated' } & Beside)
  | { kind: 'unknown'; why: 'pool or compilers'; connections: number; compilingShare: number }
  | { kind: 'unknown'; why: 'slices differ'; parts: { kind: Kind; slices: number }[]; of: number };

export type Kind = Bottleneck['kind'];

/** of CPU by the target and by what it calls */
type Uses = Pick<Observations, 'cpu' | 'throttledShare' | 'database' | 'downstream'>;

/** From this share of what it may use on, a CPU is taken to be used up: the rest is lost between the periods of a quota. */
const USED_UP = 0.9;
/** A target that the kernel stops in every other period waits for CPU, whatever its mean is. */
const THROTTLED_HALF = 0.5;
/** Below this share of its CPU a target waits for something rather than computes. */
const MOSTLY_IDLE = 0.5;
/** From this share of what the connections can carry at most on, more CPU would bring no more. */
const CARRIES_ALL = 0.9;
/** From one user to the next a thread or a connection is free for a moment, and a scrape may see it so. */
const NEARLY_ALL = 0.9;
/** With more users each is served as often as before: 5 % is the noise of a short plateau. */
const SERVED_AS_OFTEN = 0.95;

const RULES: ((seen: Observations) => Bottleneck | null)[] = [
  generator,
  carriesNoMore,
  compilersOrPool,
  usedUp,
  connectionPool,
  requestThreads,
  connectionsAccepted,
  offloadScheduler,
  eventLoop,
  usersWaiting,
];

export function bottleneck(seen: Observations): Bottleneck {
  const answers = RULES.map((rule) => rule(seen));
  return answers.find((answer) => answer !== null) ?? { kind: 'unknown', why: 'nothing saturated', ...beside(seen) };
}

function generator({ generator: use }: Observations): Bottleneck | null {
  return use && isOverused(use) ? { kind: 'generator', ...use } : null;
}

/** Each request takes a connection for so long, by the way to the database or by its statement, that all of them together carry no more. */
function carriesNoMore(seen: Observations): Bottleneck | null {
  const { poolRps, rps } = seen;
  return poolRps !== null && rps !== null && rps >= CARRIES_ALL * poolRps ? connectionPool(seen) : null;
}

/** Requests wait for connections where the CPU is used up by requests. Where it is by compilers, either may have come first. */
function compilersOrPool(seen: Observations): Bottleneck | null {
  const { compilingShare, requestCores, cpu, pool } = seen;
  if (!pool || !cpu || !targetCpu(seen) || !connectionPool(seen)) return null;
  if (!isCompiling(compilingShare) || requestCores === null || requestCores >= MOSTLY_IDLE * cpu.share) return null;
  return { kind: 'unknown', why: 'pool or compilers', connections: pool.max, compilingShare: compilingShare ?? 0 };
}

/** Cores that are used up: all that can be told of a target that is not scraped. */
export function usedUp(seen: Uses): Bottleneck | null {
  return targetCpu(seen) ?? database(seen) ?? downstreamService(seen);
}

function targetCpu({ cpu, throttledShare }: Uses): Bottleneck | null {
  if (!cpu) return null;
  if (cpu.used < USED_UP * cpu.share && (throttledShare ?? 0) < THROTTLED_HALF) return null;
  return { kind: 'target CPU', ...cpu, throttledShare };
}

function database(seen: Uses): Bottleneck | null {
  const { database: use } = seen;
  return use && use.used >= USED_UP * use.share ? { kind: 'database', ...use, ...beside(seen) } : null;
}

function downstreamService({ downstream }: Uses): Bottleneck | null {
  if (!downstream) return null;
  const { cpu, meanMs, requestedMs, isLate } = downstream;
  const busy = isOverused(cpu) ? cpu : null;
  const late = isLate && meanMs !== null ? { meanMs, requestedMs } : null;
  return busy || late ? { kind: 'downstream service', busy, late } : null;
}

/** The queue may stand before the pool, or before the threads that would ask it. */
function connectionPool(seen: Observations): Bottleneck | null {
  const { pool, inFlight } = seen;
  if (!pool || pool.active < NEARLY_ALL * pool.max) return null;
  const waiting = Math.max(pool.pending, (inFlight ?? 0) - pool.max);
  return waiting > 0 ? { kind: 'connection pool', connections: pool.max, active: pool.active, waiting, ...beside(seen) } : null;
}

function requestThreads(seen: Observations): Bottleneck | null {
  const { requestThreads: threads, vus } = seen;
  if (!threads || threads.busy < NEARLY_ALL * threads.max || vus <= threads.max) return null;
  const { server, max, busy } = threads;
  return { kind: 'request threads', server, threads: max, busy, waiting: vus - busy, ...beside(seen) };
}

/** Tomcat accepts no more connections than max-connections; each user has one. */
function connectionsAccepted(seen: Observations): Bottleneck | null {
  const { accepted, vus } = seen;
  if (!accepted || accepted.current < NEARLY_ALL * accepted.max || vus <= accepted.max) return null;
  return { kind: 'connections accepted', connections: accepted.max, waiting: vus - accepted.max, ...beside(seen) };
}

function offloadScheduler(seen: Observations): Bottleneck | null {
  const { offloadThreads, inFlight, cpu } = seen;
  if (offloadThreads === null || inFlight === null || inFlight <= offloadThreads) return null;
  if (!cpu || cpu.used >= MOSTLY_IDLE * cpu.share) return null;
  return { kind: 'offload scheduler', threads: offloadThreads, waiting: inFlight - offloadThreads, ...beside(seen) };
}

/** Each loop has one request in hand and lets the others wait: it is blocked. */
function eventLoop(seen: Observations): Bottleneck | null {
  const { eventLoops, inFlight, vus, cpu, rps } = seen;
  if (!eventLoops || inFlight === null || !cpu || !rps) return null;
  if (inFlight !== eventLoops || vus <= eventLoops || cpu.used >= MOSTLY_IDLE * cpu.share) return null;
  return { kind: 'event loop', loops: eventLoops, blockedSeconds: eventLoops / rps, waiting: vus - inFlight, ...beside(seen) };
}

/** Closed loop with an idle server: as many users as there are, each served as often as with fewer. Of a target that is measured alone, none has fewer: all of
 * them are being served. */
function usersWaiting(seen: Observations): Bottleneck | null {
  const { perUser, vus, inFlight, cpu, isAlone } = seen;
  if (perUser === null) {
    const areAllServed =
      isAlone && inFlight !== null && inFlight >= SERVED_AS_OFTEN * vus && cpu !== null && cpu.used < MOSTLY_IDLE * cpu.share;
    return areAllServed ? { kind: 'users waiting', vus, ...beside(seen) } : null;
  }
  if (perUser.own === 0 || perUser.other === 0) return null;
  const [fewer, more] = perUser.otherVus < vus ? [perUser.other, perUser.own] : [perUser.own, perUser.other];
  return more < SERVED_AS_OFTEN * fewer ? null : { kind: 'users waiting', vus, ...beside(seen) };
}

function beside({ cpu }: Uses): Beside {
  return { cpuShare: cpu && cpu.used / cpu.share };
}

/** of one target in one scenario */
type Slice = Pick<SliceFigures, 'bottleneck'>;

/** @returns each kind with the figures of its first slice and the number of slices it was seen in, the most frequent first */
export function bottlenecksOfSlices(all: Slice[]): { bottleneck: Bottleneck; slices: number }[] {
  const byKind = Map.groupBy(all, ({ bottleneck: { kind } }) => kind);
  const found = [...byKind.values()].map((same) => ({ bottleneck: same[0].bottleneck, slices: same.length }));
  return found.sort((one, other) => other.slices - one.slices);
}

/** @returns the bottleneck of more than half of them; unknown where none was; null without slices */
export function bottleneckOfSlices(all: Slice[]): { bottleneck: Bottleneck; slices: number; of: number } | null {
  const found = bottlenecksOfSlices(all);
  if (found.length === 0) return null;
  const of = all.length;
  if (found[0].slices * 2 > of) return { ...found[0], of };
  const parts = found.map(({ bottleneck: { kind }, slices }) => ({ kind, slices }));
  return { bottleneck: { kind: 'unknown', why: 'slices differ', parts, of }, slices: of, of };
}
