import { downstream } from './downstream.js';
import { limitsOfTarget } from '../../record/variant.js';
import { hasBlocks } from '../../record/catalogue.js';
import { summed } from '../../record/samples.js';
import { databaseUse, generatorUse } from '../slice/shares.js';
import { carriedRps, offloadThreads, roundTrips } from './slots.js';
import { THREAD_GAUGES } from './servers.js';
import { within } from '../slice/window.js';
import { upperMedian } from '../../util/math.js';

/**
 * What was seen on a plateau of everything that can be a target's bottleneck. Gauges are medians of the samples: a single scrape in a lull
 * does not count. What the target does not have, or was not recorded, is null.
 *
 * @typedef {import('../slice/view.js').RawSlice} RawSlice
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../slice/shares.js').Use} Use
 *
 * @typedef {object} Observations
 * @property {number} vus
 * @property {number | null} rps
 * @property {Use | null} cpu of the target, and its limit
 * @property {number | null} requestCores that the requests need at most: by what one of them needed where it was least, a stage without compilers
 * @property {number | null} throttledShare
 * @property {number | null} compilingShare of the plateau's time that the JVM's compilers took
 * @property {import('../slice/shares.js').GeneratorUse | null} generator
 * @property {Use | null} database null where the scenario uses none
 * @property {{server: import('./servers.js').PoolServer, busy: number, max: number} | null} requestThreads
 * @property {{current: number, max: number} | null} accepted connections of users, by Tomcat
 * @property {{active: number, max: number, pending: number} | null} pool of database connections
 * @property {number | null} poolRps requests/s that the pool carries at most; null where nothing is known of how long a request takes a connection
 * @property {number | null} eventLoops how many there are
 * @property {number | null} offloadThreads of the bounded scheduler, where the scenario blocks them
 * @property {import('./downstream.js').Downstream | null} downstream null where the scenario does not call it
 * @property {number | null} inFlight requests being served
 * @property {{own: number, other: number, otherVus: number} | null} perUser requests/s of each user here, and of other users: the next fewer, or more where there are no fewer; null where all slices have as many
 * @property {boolean} isAlone is the target measured alone, with one number of users?
 */

/** @param {RawSlice} raw @param {StageFigures} stage @param {Run} run @returns {Observations} without what other numbers of users show */
export function observations(raw, stage, run) {
  const { target, scenario } = raw;
  const median = medians(raw);
  const connections = pool(median);
  return {
    vus: stage.vus,
    rps: stage.rps,
    cpu: cpuUse(stage, run, target),
    requestCores: requestCores(stage, []),
    throttledShare: stage.throttledShare,
    compilingShare: stage.compilingShare,
    generator: generatorUse(stage.processCores, run),
    database: run.catalogue.scenarios[scenario].database ? databaseUse(stage.processCores, run) : null,
    requestThreads: requestThreads(median),
    accepted: accepted(median),
    pool: connections,
    poolRps: poolRps(connections?.max, raw, run),
    eventLoops: eventLoops(raw),
    offloadThreads: offloaded(run, raw) ? offloadThreads(run, target) : null,
    downstream: downstream(raw, stage, run),
    inFlight: median('http_server_requests_active_seconds_count'),
    perUser: null,
    isAlone: !hasBlocks(run.catalogue, scenario),
  };
}

/**
 * @param {Observations} seen
 * @param {StageFigures} stage
 * @param {StageFigures[]} others stages of the same target with other numbers of users, fewer first, the nearest of them first
 * @returns {Observations}
 */
export function withOtherLevels(seen, stage, others) {
  return { ...seen, requestCores: requestCores(stage, others), perUser: perUser(stage, others) };
}

/** @param {RawSlice} raw @returns {(metric: string) => number | null} */
function medians({ server, slice }) {
  return (metric) => {
    const samples = within(summed(server?.get(metric) ?? []), { fromMs: slice.plateauStartMs, toMs: slice.plateauEndMs });
    return upperMedian(samples.map(({ value }) => value));
  };
}

/**
 * @param {Run['limits']} limits
 * @returns {number} cores that a target may use: its quota; where it is pinned instead, or not limited at all, whole ones
 */
export function targetShare({ enforced, activeProcessorCount, targetCpus }) {
  return enforced === 'quota' ? targetCpus : activeProcessorCount;
}

/** @param {StageFigures} stage @param {Run} run @param {string} target @returns {Use | null} */
function cpuUse({ cpuCores }, run, target) {
  return cpuCores === null ? null : { used: cpuCores, share: targetShare(limitsOfTarget(run, target)) };
}

/** @param {StageFigures} stage @param {StageFigures[]} others */
function requestCores(stage, others) {
  const { rps } = stage;
  const per1000 = [stage, ...others].flatMap(({ cpuPer1000 }) => cpuPer1000 ?? []);
  return rps === null || per1000.length === 0 ? null : (Math.min(...per1000) * rps) / 1000;
}

/** Tomcat reports -1 where the threads are not its own, as with virtual threads; Jetty reports nothing then. @param {(metric: string) => number | null} median */
function requestThreads(median) {
  for (const { server, ...gauges } of THREAD_GAUGES) {
    const busy = median(gauges.busy);
    const max = median(gauges.max);
    if (busy !== null && max !== null && max > 0) return { server, busy, max };
  }
  return null;
}

/** Tomcat reports -1 where it has no limit. @param {(metric: string) => number | null} median */
function accepted(median) {
  const current = median('tomcat_connections_current_connections');
  const max = median('tomcat_connections_config_max_connections');
  return current === null || max === null || max <= 0 ? null : { current, max };
}

/** @param {(metric: string) => number | null} median */
function pool(median) {
  const jdbc = { active: median('hikaricp_connections_active'), max: median('hikaricp_connections_max') };
  const r2dbc = { active: median('r2dbc_pool_acquired_connections'), max: median('r2dbc_pool_max_allocated_connections') };
  const { active, max } = jdbc.max === null ? r2dbc : jdbc;
  const pending = median('hikaricp_connections_pending') ?? median('r2dbc_pool_pending_connections') ?? 0;
  return active === null || max === null ? null : { active, max, pending };
}

/** A request takes a connection for its round trips to a far database, and for as long as its statement sleeps. @param {number | undefined} connections @param {RawSlice} raw @param {Run} run */
function poolRps(connections, { scenario, target, part }, run) {
  const { statementMs = 0 } = run.catalogue.scenarios[scenario];
  const heldMs = roundTrips(run, scenario, target) * (part.databaseRtt?.measuredMs ?? 0) + statementMs;
  return connections === undefined || heldMs === 0 ? null : carriedRps(connections, heldMs);
}

/** Elsewhere than on Netty such a call stays where it is. @param {Run} run @param {{ scenario: string, target: string }} pair */
function offloaded({ catalogue }, { scenario, target }) {
  return catalogue.scenarios[scenario].waits === 'offloaded' && catalogue.targets[target].server === 'netty';
}

/** Each event loop has a series of its own. @param {RawSlice} raw */
function eventLoops({ server }) {
  const series = new Set((server?.get('reactor_netty_eventloop_pending_tasks') ?? []).map(({ labels }) => labels));
  return series.size > 0 ? series.size : null;
}

/** @param {StageFigures} own @param {StageFigures[]} others @returns {Observations['perUser']} */
function perUser(own, others) {
  const other = others.find(({ rps }) => rps !== null);
  if (own.rps === null || !other || other.rps === null) return null;
  return { own: own.rps / own.vus, other: other.rps / other.vus, otherVus: other.vus };
}
