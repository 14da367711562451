/** What was seen on a plateau of everything that can be a target's bottleneck. Gauges are medians of the samples: a single scrape in a lull does not
 * count. What the target does not have, or was not recorded, is null. */
import { limitsOfTarget } from '../../record/variant.ts';
import { DOWNSTREAM, callsDownstream, hasBlocks } from '../../record/catalogue.ts';
import { summed } from '../../record/samples.ts';
import { containerUse, generatorUse } from '../slice/shares.ts';
import { carriedRps, offloadThreads, roundTrips } from './slots.ts';
import { counterDelta, orAbsent, plateauOf, within } from '../slice/window.ts';
import { largest, mean, upperMedian } from '../../util/math.ts';
import type { RawSlice } from '../slice/view.ts';
import type { StageFigures } from '../types.ts';
import type { Run } from '../../record/run.ts';

export type PoolServer = 'tomcat' | 'jetty';

/** The gauges of the servers that have a pool of request threads. Netty has none. */
const THREAD_GAUGES: { server: PoolServer; busy: string; max: string }[] = [
  { server: 'tomcat', busy: 'tomcat_threads_busy_threads', max: 'tomcat_threads_config_max_threads' },
  { server: 'jetty', busy: 'jetty_threads_busy', max: 'jetty_threads_config_max' },
];
/** Jetty has these with virtual threads too, but then none of the above. */
const JETTY_CONNECTIONS = 'jetty_connections_current_connections';
const ROUTE = 'uri=/delay';
/** A timer of whole milliseconds is late by one; a fifth of the shortest requested delay (10 ms) is twice that. */
const LATE_SHARE = 0.2;
/** Of what a request took on the target: less than this, and whatever the service was late by is not what was measured. */
const PART_OF_REQUEST = 0.1;

export type Observations = ReturnType<typeof observations>;

/** @returns without what other numbers of users show */
export function observations(raw: RawSlice, stage: StageFigures, run: Run) {
  const { target, scenario } = raw;
  const { vus, rps, cpuCores, throttledShare, compilingShare, processCores } = stage;
  const { waits, database } = run.catalogue.scenarios[scenario];
  const { server } = run.catalogue.targets[target];
  const median = medians(raw);
  const connections = pool(median);
  return {
    ...{ vus, rps, throttledShare, compilingShare },
    /** of the target, and its limit */
    cpu: cpuCores === null ? null : { used: cpuCores, share: targetShare(limitsOfTarget(run, target)) },
    /** that the requests need at most: by what one of them needed where it was least, a stage without compilers */
    requestCores: requestCores(stage, []),
    generator: generatorUse(processCores, run),
    /** null where the scenario uses none */
    database: database ? containerUse('database', processCores, run) : null,
    requestThreads: busyThreads(median),
    /** connections of users, by Tomcat */
    accepted: accepted(median),
    /** of database connections */
    pool: connections,
    /** requests/s that the pool carries at most; null where nothing is known of how long a request takes a connection */
    poolRps: poolRps(connections?.max, raw, run),
    /** how many there are */
    eventLoops: eventLoops(raw),
    /** of the bounded scheduler, where the scenario blocks them: elsewhere than on Netty such a call stays where it is */
    offloadThreads: waits === 'offloaded' && server === 'netty' ? offloadThreads(run, target) : null,
    /** null where the scenario does not call it */
    downstream: downstreamOf(raw, stage, run),
    /** requests being served */
    inFlight: median('http_server_requests_active_seconds_count'),
    /** requests/s of each user here, and of other users: the next fewer, or more where there are no fewer; null where all slices have as many */
    perUser: perUser(stage, []),
    /** is the target measured alone, with one number of users? */
    isAlone: !hasBlocks(run.catalogue, scenario),
  };
}

/** @param others stages of the same target with other numbers of users, fewer first, the nearest of them first */
export function withOtherLevels(seen: Observations, stage: StageFigures, others: StageFigures[]): Observations {
  return { ...seen, requestCores: requestCores(stage, others), perUser: perUser(stage, others) };
}

type Median = (metric: string) => number | null;

function medians({ server, slice }: RawSlice): Median {
  return (metric) => {
    const samples = within(summed(server?.get(metric) ?? []), plateauOf(slice));
    return upperMedian(samples.map(({ value }) => value));
  };
}

/** @returns cores that a target may use: its quota; where it is pinned instead, or not limited at all, whole ones */
export function targetShare({ enforced, activeProcessorCount, targetCpus }: Run['limits']): number {
  return enforced === 'quota' ? targetCpus : activeProcessorCount;
}

function requestCores(stage: StageFigures, others: StageFigures[]) {
  const { rps } = stage;
  const per1000 = [stage, ...others].flatMap(({ cpuPer1000 }) => cpuPer1000 ?? []);
  return rps === null || per1000.length === 0 ? null : (Math.min(...per1000) * rps) / 1000;
}

/** Tomcat reports -1 where the threads are not its own, as with virtual threads; Jetty reports its connections alone then. */
function busyThreads(median: Median) {
  for (const { server, ...gauges } of THREAD_GAUGES) {
    const busy = median(gauges.busy);
    const max = median(gauges.max);
    if (busy !== null && max !== null && max > 0) return { server, busy, max };
  }
  return null;
}

/** size of the thread pool of Tomcat or Jetty; unbounded with virtual threads; null where there is neither */
export type RequestThreads = number | 'unbounded' | null;

export function requestThreads({ server }: RawSlice): RequestThreads {
  const sizes = THREAD_GAUGES.flatMap(({ max }) => (server?.get(max) ?? []).map(({ value }) => value));
  if (sizes.length === 0) return server?.has(JETTY_CONNECTIONS) ? 'unbounded' : null;
  const size = largest(sizes);
  return size > 0 ? size : 'unbounded';
}

/** Tomcat reports -1 where it has no limit. */
function accepted(median: Median) {
  const current = median('tomcat_connections_current_connections');
  const max = median('tomcat_connections_config_max_connections');
  return current === null || max === null || max <= 0 ? null : { current, max };
}

function pool(median: Median) {
  const jdbc = { active: median('hikaricp_connections_active'), max: median('hikaricp_connections_max') };
  const r2dbc = { active: median('r2dbc_pool_acquired_connections'), max: median('r2dbc_pool_max_allocated_connections') };
  const { active, max } = jdbc.max === null ? r2dbc : jdbc;
  const pending = median('hikaricp_connections_pending') ?? median('r2dbc_pool_pending_connections') ?? 0;
  return active === null || max === null ? null : { active, max, pending };
}

/** A request takes a connection for its round trips to a far database, and for as long as its statement sleeps. */
function poolRps(connections: number | undefined, { scenario, target, part }: RawSlice, run: Run) {
  const { statementMs = 0 } = run.catalogue.scenarios[scenario];
  const heldMs = roundTrips(run, scenario, target) * (part.databaseRtt?.measuredMs ?? 0) + statementMs;
  return connections === undefined || heldMs === 0 ? null : carriedRps(connections, heldMs);
}

/** Each event loop has a series of its own. */
function eventLoops({ server }: RawSlice) {
  const series = new Set((server?.get('reactor_netty_eventloop_pending_tasks') ?? []).map(({ labels }) => labels));
  return series.size > 0 ? series.size : null;
}

function perUser(own: StageFigures, others: StageFigures[]) {
  const other = others.find(({ rps }) => rps !== null);
  if (own.rps === null || !other || other.rps === null) return null;
  return { own: own.rps / own.vus, other: other.rps / other.vus, otherVus: other.vus };
}

/** Did a target wait for the downstream service itself, longer than the delay it requested? @returns null for a scenario that does not call it */
function downstreamOf(raw: RawSlice, stage: StageFigures, run: Run) {
  const { scenario } = raw;
  if (!callsDownstream(run, scenario)) return null;
  const { delaysMs = [] } = run.catalogue.scenarios[scenario].calls ?? {};
  const requestedMs = mean(delaysMs);
  const meanMs = meanOfAnswers(raw);
  const lateMs = meanMs === null ? 0 : meanMs - requestedMs;
  const isPart = lateMs * delaysMs.length > PART_OF_REQUEST * (stage.latency.mean ?? 0);
  return {
    /** and what the others left it; null where it was not recorded */
    cpu: containerUse(DOWNSTREAM, stage.processCores, run),
    /** of its answers, by its own account; null where it has none on the plateau */
    meanMs,
    /** mean of the requested delays */
    requestedMs,
    /** the time beyond the requested delay matters for what was measured */
    isLate: lateMs > LATE_SHARE * requestedMs && isPart,
  };
}

function meanOfAnswers({ downstream: samples, slice }: RawSlice): number | null {
  if (!samples) return null;
  const delta = (metric: string) => counterDelta(summed(samples.get(metric) ?? [], ROUTE), plateauOf(slice)).delta;
  // null where there are too few samples, or it was started anew
  return orAbsent({}, 'mean', () => {
    const count = delta('http_server_requests_seconds_count');
    return count > 0 ? (delta('http_server_requests_seconds_sum') * 1000) / count : null;
  });
}
