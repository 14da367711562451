import { downstream } from './downstream.js';
import { limitsOfTarget } from '../../record/variant.js';
import { summed } from '../../record/samples.js';
import { databaseUse, generatorUse } from '../cell/shares.js';
import { carriedRps, offloadThreads, roundTrips } from './slots.js';
import { THREAD_GAUGES } from './servers.js';
import { within } from '../cell/window.js';
import { upperMedian } from '../../util/math.js';

/**
 * What was seen on a plateau of everything that can be a target's bottleneck. Gauges are medians of the samples: a single scrape in a lull
 * does not count. What the target does not have, or was not recorded, is null.
 *
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../cell/shares.js').Use} Use
 *
 * @typedef {object} Observations
 * @property {number} vus
 * @property {number | null} rps
 * @property {Use | null} cpu of the target, and its limit
 * @property {number | null} requestCores that the requests need at most: by what one of them needed where it was least, a stage without compilers
 * @property {number | null} throttledShare
 * @property {number | null} compilingShare of the plateau's time that the JVM's compilers took
 * @property {import('../cell/shares.js').GeneratorUse | null} generator
 * @property {Use | null} database null where the scenario uses none
 * @property {{server: import('./servers.js').PoolServer, busy: number, max: number} | null} requestThreads
 * @property {{current: number, max: number} | null} accepted connections of users, by Tomcat
 * @property {{active: number, max: number, pending: number} | null} pool of database connections
 * @property {number | null} poolRps requests/s that the pool carries at most; null where nothing is known of how long a request takes a connection
 * @property {number | null} eventLoops how many there are
 * @property {number | null} offloadThreads of the bounded scheduler, where the scenario blocks them
 * @property {import('./downstream.js').Downstream | null} downstream null where the scenario does not call it
 * @property {number | null} inFlight requests being served
 * @property {{own: number, other: number, otherVus: number} | null} perUser requests/s of each user here, and at the stage before or after
 */

/**
 * @param {RawCell} raw
 * @param {StageFigures[]} stages of the same cell
 * @param {number} index of the stage
 * @param {Run} run
 * @returns {Observations}
 */
export function observations(raw, stages, index, run) {
  const stage = stages[index];
  const { target, scenario } = raw.planned;
  const median = medians(raw, index);
  const connections = pool(median);
  return {
    vus: stage.vus,
    rps: stage.rps,
    cpu: cpuUse(stage, run, target),
    requestCores: requestCores(stages, index),
    throttledShare: stage.throttledShare,
    compilingShare: stage.compilingShare,
    generator: generatorUse(stage.processCores, run),
    database: run.catalogue.scenarios[scenario].database ? databaseUse(stage.processCores, run) : null,
    requestThreads: requestThreads(median),
    accepted: accepted(median),
    pool: connections,
    poolRps: poolRps(connections?.max, raw, run),
    eventLoops: eventLoops(raw),
    offloadThreads: offloaded(run, raw.planned) ? offloadThreads(run, target) : null,
    downstream: downstream(raw, stage, index, run),
    inFlight: median('http_server_requests_active_seconds_count'),
    perUser: perUser(stages, index),
  };
}

/** @param {RawCell} raw @param {number} index @returns {(metric: string) => number | null} */
function medians({ server, cell }, index) {
  return (metric) => {
    const stage = cell?.stages[index];
    if (!stage) return null;
    const samples = within(summed(server?.get(metric) ?? []), { fromMs: stage.plateauStartMs, toMs: stage.plateauEndMs });
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

/** @param {StageFigures[]} stages @param {number} index */
function requestCores(stages, index) {
  const { rps } = stages[index];
  const per1000 = stages.flatMap(({ cpuPer1000 }) => cpuPer1000 ?? []);
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

/** A request takes a connection for its round trips to a far database, and for as long as its statement sleeps. @param {number | undefined} connections @param {RawCell} raw @param {Run} run */
function poolRps(connections, { cell, planned }, run) {
  const { statementMs = 0 } = run.catalogue.scenarios[planned.scenario];
  const heldMs = roundTrips(run, planned.scenario, planned.target) * (cell?.databaseRtt?.measuredMs ?? 0) + statementMs;
  return connections === undefined || heldMs === 0 ? null : carriedRps(connections, heldMs);
}

/** Elsewhere than on Netty such a call stays where it is. @param {Run} run @param {RawCell['planned']} planned */
function offloaded({ catalogue }, { scenario, target }) {
  return catalogue.scenarios[scenario].waits === 'offloaded' && catalogue.targets[target].server === 'netty';
}

/** Each event loop has a series of its own. @param {RawCell} raw */
function eventLoops({ server }) {
  const series = new Set((server?.get('reactor_netty_eventloop_pending_tasks') ?? []).map(({ labels }) => labels));
  return series.size > 0 ? series.size : null;
}

/** The stage before with other users, or for the first one the stage after. @param {StageFigures[]} stages @param {number} index */
function perUser(stages, index) {
  const own = stages[index];
  const other = [...stages.slice(0, index).reverse(), ...stages.slice(index + 1)].find(({ vus, rps }) => vus !== own.vus && rps !== null);
  if (own.rps === null || !other || other.rps === null) return null;
  return { own: own.rps / own.vus, other: other.rps / other.vus, otherVus: other.vus };
}
