import { OTHERS_LIMIT } from '../../analyse/slice/health.js';
import { bottleneck } from '../../analyse/bottleneck/bottleneck.js';
import { cpuUse } from '../../analyse/bottleneck/downstream.js';
import { targetShare } from '../../analyse/bottleneck/observations.js';
import { databaseUse, othersShare } from '../../analyse/slice/shares.js';
import { callsDownstream } from '../../record/catalogue.js';

/**
 * Was something else than the target the bottleneck? Then the target might have carried more.
 *
 * @typedef {import('../../record/capacity.js').Capacity} Capacity
 * @typedef {Pick<import('../../record/capacity.js').CapacityRecord, 'machine' | 'limits' | 'catalogue'>} Environment
 * @typedef {import('../../record/capacity.js').Trial} Trial
 * @typedef {'k6' | 'other processes' | 'database' | 'downstream service'} OutsideBottleneck
 */

/** What only slices show: a capacity's target is not scraped. */
const NOT_SEEN = {
  rps: null,
  requestCores: null,
  throttledShare: null,
  compilingShare: null,
  generator: null,
  requestThreads: null,
  accepted: null,
  pool: null,
  poolRps: null,
  eventLoops: null,
  offloadThreads: null,
  inFlight: null,
  perUser: null,
  isAlone: false,
};

/**
 * @param {Capacity} search
 * @param {Environment} record
 * @returns {OutsideBottleneck | null} the bottleneck in the first trial of the lowest rate that did not hold, if the target is that of none of its trials:
 *   that rate is the other end of what is known
 */
export function outsideBottleneck(search, record) {
  const { capacity, failure, trials } = search;
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  const lowest = Math.min(...above.map(({ rate }) => rate));
  const bottlenecks = above.filter(({ rate }) => rate === lowest).map((trial) => bottleneckOfTrial(trial, search, record));
  const [first = null] = bottlenecks;
  return failure === null && !bottlenecks.includes(null) ? first : null;
}

/**
 * @param {Trial} trial
 * @param {Pick<Capacity, 'scenario'>} search
 * @param {Environment} record
 * @returns {OutsideBottleneck | null} null where it was the target, or is not known
 */
export function bottleneckOfTrial(trial, { scenario }, record) {
  const { generator, rate, processCores } = trial;
  if (!generator.ok) return 'k6';
  if (othersShare(processCores, Object.keys(processCores), record) > OTHERS_LIMIT) return 'other processes';
  const service = callsDownstream(record, scenario) ? cpuUse(processCores, record) : null;
  const { kind } = bottleneck({
    ...NOT_SEEN,
    vus: rate,
    cpu: processCores.target === undefined ? null : { used: processCores.target, share: targetShare(record.limits) },
    database: record.catalogue.scenarios[scenario].database ? databaseUse(processCores, record) : null,
    downstream: service && { cpu: service, meanMs: null, requestedMs: 0, isLate: false },
  });
  return kind === 'database' || kind === 'downstream service' ? kind : null;
}

/** @param {Capacity[]} results @param {Environment} record @returns {OutsideBottleneck[]} of any of the searches, each once */
export function outsideBottlenecks(results, record) {
  return [...new Set(results.flatMap((search) => outsideBottleneck(search, record) ?? []))];
}
