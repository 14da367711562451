import { OTHERS_LIMIT } from '../../analyse/cell/health.js';
import { limiter } from '../../analyse/bottleneck/limiter.js';
import { cpuUse } from '../../analyse/bottleneck/neighbour.js';
import { callsNeighbour } from '../../record/catalogue.js';
import { targetShare } from '../../analyse/bottleneck/observations.js';
import { databaseUse, othersShare } from '../../analyse/cell/shares.js';
import { percent } from '../../util/text.js';

/**
 * Was it something else than the target that did not hold? Then the target might have borne more.
 *
 * @typedef {import('../../record/capacity.js').Capacity} Capacity
 * @typedef {Pick<import('../../record/capacity.js').CapacityRecord, 'machine' | 'limits' | 'catalogue'>} Circumstances
 * @typedef {import('../../record/capacity.js').Trial} Trial
 * @typedef {keyof typeof LIMITS} Limit
 */

/** By the mark that stands beside a capacity, in the order in which they are asked. */
export const LIMITS = {
  k6: 'the load generator was the limit',
  others: `other processes used more than ${percent(OTHERS_LIMIT)} of the machine`,
  database: 'the database was the limit',
  neighbour: 'the service that is called was the limit',
};

/** What only a staircase shows: a capacity's target is not scraped. */
const NOT_SEEN = {
  rps: null,
  requestCores: null,
  throttledShare: null,
  compilingShare: null,
  generator: null,
  requestThreads: null,
  pool: null,
  poolRps: null,
  eventLoops: null,
  offloadThreads: null,
  inFlight: null,
  perUser: null,
};

/**
 * @param {Capacity} found
 * @param {Circumstances} record
 * @returns {Limit | null} what was the limit in the first trial of the lowest rate that did not hold, if none of its trials shows the target's: that
 *   rate is the other end of what is known
 */
export function heldBy(found, record) {
  const { capacity, failure, trials } = found;
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  const lowest = Math.min(...above.map(({ rate }) => rate));
  const limits = above.filter(({ rate }) => rate === lowest).map((trial) => limitOf(trial, found, record));
  const [first = null] = limits;
  return failure === null && !limits.includes(null) ? first : null;
}

/**
 * @param {Trial} trial
 * @param {Pick<Capacity, 'scenario' | 'target'>} which
 * @param {Circumstances} record
 * @returns {Limit | null} null where it was the target, or is not known
 */
export function limitOf(trial, { scenario, target }, record) {
  const { generator, rate, processCores = {} } = trial;
  if (!generator.ok) return 'k6';
  if (othersShare(processCores, Object.keys(processCores), record) > OTHERS_LIMIT) return 'others';
  const share = targetShare(record.limits);
  const neighbour = callsNeighbour(record, scenario) ? cpuUse(processCores, record) : null;
  const { kind } = limiter({
    ...NOT_SEEN,
    label: target,
    vus: rate,
    cpu: processCores.target !== undefined && share !== null ? { used: processCores.target, share } : null,
    database: record.catalogue.scenarios[scenario].database ? databaseUse(processCores, record) : null,
    neighbour: neighbour && { cpu: neighbour, meanMs: null, askedMs: 0, isLate: false },
  });
  return kind === 'database' || kind === 'neighbour' ? kind : null;
}

/**
 * @param {Capacity[]} results
 * @param {Circumstances} record
 * @returns {string[]} '(k6): the load generator was the limit; the target may bear more', of each mark that is used
 */
export function marks(results, record) {
  const found = new Set(results.map((each) => heldBy(each, record)));
  return /** @type {Limit[]} */ (Object.keys(LIMITS))
    .filter((limit) => found.has(limit))
    .map((limit) => `(${limit}): ${LIMITS[limit]}; the target may bear more`);
}
