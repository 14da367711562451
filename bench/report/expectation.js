import { askedWaitMs, carriedRps, eventLoops, offloadThreads, poolSize, roundTrips, variable } from '../analyse/bottleneck/slots.js';
import { fixed, number, signedPercent } from '../util/text.js';
import { sum, upperMedian } from '../util/math.js';

/**
 * What arithmetic predicts: so many requests at once, each of so many seconds. Where the seconds are a lower bound (a database and a neighbour take
 * time of their own), the prediction is an upper one.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {{count: number, what: string}} Slots requests that a target holds at once; Infinity where it is as many as there are users
 * @typedef {{rps: number, how: string, atMost: boolean, more?: string}} Prediction `how`: the arithmetic; `more`: what would follow
 */

/** A prediction is met within this share. */
const TOLERANCE = 0.03;
/** An upper bound of which less than this share was reached says nothing: something else decided. */
const WORTH_SAYING = 0.2;
/** Connections that the clients of the neighbour have at most: reactor-netty's default, and as many for the blocking one. */
const NEIGHBOUR_CONNECTIONS = 500;
/** By how much larger the pool is that the far database is reckoned with as well. */
const LARGER_POOL = 10;

/**
 * @param {Run} run
 * @param {Group[]} groups
 * @returns {{scenario: string, sentence: string, isOff: boolean}[]} of each target, `isOff`: what was measured is not what was predicted; none for a
 *   scenario without an expectation
 */
export function expectations(run, groups) {
  return groups.flatMap((group) => {
    const last = group.stages[group.stages.length - 1];
    const { scenario } = group;
    const predict = predictionFor(run, scenario);
    if (predict === null || last?.rps === null || last?.rps === undefined) return [];
    const { label } = run.catalogue.targets[group.target];
    const measured = `${label}: ${number(last.rps)}/s on the plateau at ${last.vus} VUs`;
    const prediction = predict(run, group, last.vus);
    if (prediction === 'none' || (prediction?.atMost && last.rps < WORTH_SAYING * prediction.rps)) return [];
    if (prediction === null)
      return [{ scenario, sentence: `${measured}; how many requests it can hold at once is not known.`, isOff: false }];
    const { words, isOff } = held(last.rps, prediction);
    return [{ scenario, sentence: `${measured}; ${words}`, isOff }];
  });
}

/** @param {number} rps @param {Prediction} prediction */
function held(rps, { rps: predicted, how, atMost, more = '' }) {
  const deviation = rps / predicted - 1;
  const isOff = atMost ? deviation > TOLERANCE : Math.abs(deviation) > TOLERANCE;
  const doubt = isOff ? ' A fault of the measurement until it is explained.' : '';
  const words = `${number(predicted)}/s ${atMost ? 'at most' : 'predicted'} by ${how} (deviation ${signedPercent(deviation)})${more}.${doubt}`;
  return { words, isOff };
}

/** @typedef {(run: Run, group: Group, vus: number) => Prediction | null | 'none'} Predict null: a part of it is not known; `none`: it does not apply */

/** @param {Run} run @param {string} name @returns {Predict | null} */
function predictionFor({ catalogue, databaseRttMs }, name) {
  const { calls, database, statementMs } = catalogue.scenarios[name];
  if (askedWaitMs(catalogue.scenarios[name]) !== null) return ofWait;
  if (calls) return ofCalls;
  if (database && databaseRttMs) return ofFarDatabase;
  return database && statementMs ? ofStatement : null;
}

/** Every request waits for as long as it is asked to. @type {Predict} */
function ofWait(run, group, vus) {
  const scenario = run.catalogue.scenarios[group.scenario];
  const { waits = 'handler' } = scenario;
  const seconds = Number(askedWaitMs(scenario)) / 1000;
  const slots = waits === 'timer' ? { count: Infinity, what: 'no thread waits' } : slotsOfWait(run, group, waits);
  if (slots === null) return null;
  return { rps: Math.min(vus, slots.count) / seconds, how: `${arithmetic(vus, slots)} ÷ ${seconds} s`, atMost: false };
}

/** @param {Run} run @param {Group} group @param {'handler' | 'offloaded'} waits @returns {Slots | null} */
function slotsOfWait(run, group, waits) {
  if (run.catalogue.targets[group.target].server !== 'netty') return tomcatThreads(group);
  const [count, what] =
    waits === 'offloaded' ? [offloadThreads(run, group.target), 'offload threads'] : [eventLoops(run), 'event-loop threads'];
  return count === null ? null : { count, what };
}

/** The neighbour answers each call as late as it is asked to, and what is around the calls takes time as well. @type {Predict} */
function ofCalls(run, group, vus) {
  const { calls = [] } = run.catalogue.scenarios[group.scenario];
  const { server } = run.catalogue.targets[group.target];
  const isAsync = server === 'netty' || variable(run, group.target, 'REMOTE_CLIENT') === 'async';
  const atOnce = isAsync && !group.scenario.endsWith('-sequential');
  const seconds = (atOnce ? Math.max(...calls) : sum(calls)) / 1000;
  const connections = NEIGHBOUR_CONNECTIONS / (atOnce ? calls.length : 1);
  const own = isAsync ? { count: Infinity, what: '' } : tomcatThreads(group);
  if (own === null) return null;
  const slots = own.count < connections ? own : { count: connections, what: 'requests that its connections carry' };
  return { rps: Math.min(vus, slots.count) / seconds, how: `${arithmetic(vus, slots)} ÷ ${seconds} s`, atMost: true };
}

/** Each of a request's round trips takes a connection away for as long as the way is. @type {Predict} */
function ofFarDatabase(run, group, vus) {
  const rttMs = upperMedian(group.good.flatMap(({ cell }) => cell?.databaseRtt?.measuredMs ?? []));
  const slots = statementSlots(run, group);
  if (rttMs === null || slots === null) return null;
  if (vus < slots.count) return 'none';
  const trips = roundTrips(run, group.scenario, group.target);
  const how = `${slots.count} ${slots.what} ÷ (${number(trips).replace(/\.0+$/, '')} round trip${trips === 1 ? '' : 's'} × ${fixed(rttMs / 1000, 3)} s)`;
  const larger = poolSize(run, group.target) === slots.count ? slots.count * LARGER_POOL : null;
  const more = larger === null ? '' : `; ${larger} connections would allow ${number(carriedRps(larger, trips * rttMs))}/s`;
  return { rps: carriedRps(slots.count, trips * rttMs), how, atMost: true, more };
}

/** The statement itself sleeps for a known time. @type {Predict} */
function ofStatement(run, group, vus) {
  const { statementMs = 0 } = run.catalogue.scenarios[group.scenario];
  const slots = statementSlots(run, group);
  if (slots === null) return null;
  if (vus < slots.count) return 'none';
  return { rps: carriedRps(slots.count, statementMs), how: `${slots.count} ${slots.what} ÷ ${statementMs / 1000} s`, atMost: true };
}

/** @param {Run} run @param {Group} group @returns {Slots | null} statements that can be under way at once: what is scarcest of connections and threads */
function statementSlots(run, group) {
  const connections = poolSize(run, group.target);
  if (connections === null) return null;
  const pool = { count: connections, what: 'connections' };
  const { server, database } = run.catalogue.targets[group.target];
  const holders = database === 'r2dbc' ? null : server === 'netty' ? loopsThatBlock(run, group.target) : tomcatThreads(group);
  return holders !== null && holders.count < pool.count ? holders : pool;
}

/** @param {Run} run @param {string} target @returns {Slots | null} null where calls are made elsewhere than on the event loop */
function loopsThatBlock(run, target) {
  const count = variable(run, target, 'JDBC_SCHEDULER') === 'none' ? eventLoops(run) : null;
  return count === null ? null : { count, what: 'event-loop threads' };
}

/** @param {Group} group @returns {Slots | null} */
function tomcatThreads(group) {
  const threads = group.good.map(({ requestThreads }) => requestThreads).find((size) => size !== null);
  if (threads === undefined || threads === null) return null;
  return threads === 'unbounded'
    ? { count: Infinity, what: 'a virtual thread for each' }
    : { count: threads, what: threads === 1 ? 'Tomcat thread' : 'Tomcat threads' };
}

/** @param {number} vus @param {Slots} slots */
function arithmetic(vus, { count, what }) {
  return Number.isFinite(count) ? `min(${vus} VUs, ${count} ${what})` : `${vus} VUs, ${what}`;
}
