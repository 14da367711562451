/** Was something else than the target the bottleneck? Then the target might have carried more. */
import { OTHERS_LIMIT } from '../../analyse/slice/health.ts';
import { bottleneck } from '../../analyse/bottleneck/bottleneck.ts';
import { targetShare } from '../../analyse/bottleneck/observations.ts';
import { containerUse, othersShare } from '../../analyse/slice/shares.ts';
import { DOWNSTREAM, callsDownstream } from '../../record/catalogue.ts';
import type { CapacityRecord, Capacity, Trial } from '../../record/capacity.ts';

type Environment = Pick<CapacityRecord, 'machine' | 'limits' | 'catalogue'>;

export type OutsideBottleneck = 'k6' | 'other processes' | 'database' | 'downstream service';

/** What only slices show: a capacity's target is not scraped. */
const NOT_SEEN = {
  ...{ rps: null, requestCores: null, throttledShare: null, compilingShare: null, generator: null, requestThreads: null, accepted: null },
  ...{ pool: null, poolRps: null, eventLoops: null, offloadThreads: null, inFlight: null, perUser: null, isAlone: false },
};

/**
 * @returns the bottleneck in the first trial of the lowest rate that did not hold, if the target is that of none of its trials:
 * that rate is the other end of what is known
 */
export function outsideBottleneck(search: Capacity, record: Environment): OutsideBottleneck | null {
  const { capacity, failure, trials } = search;
  const above = trials.filter(({ rate, holds }) => !holds && (capacity === null || rate > capacity));
  const lowest = Math.min(...above.map(({ rate }) => rate));
  const bottlenecks = above.filter(({ rate }) => rate === lowest).map((trial) => bottleneckOfTrial(trial, search, record));
  const [first = null] = bottlenecks;
  return failure === null && !bottlenecks.includes(null) ? first : null;
}

/** @returns null where it was the target, or is not known */
export function bottleneckOfTrial(trial: Trial, { scenario }: Pick<Capacity, 'scenario'>, record: Environment): OutsideBottleneck | null {
  const { generator, rate, processCores } = trial;
  if (!generator.ok) return 'k6';
  if (othersShare(processCores, Object.keys(processCores), record) > OTHERS_LIMIT) return 'other processes';
  const service = callsDownstream(record, scenario) ? containerUse(DOWNSTREAM, processCores, record) : null;
  const { kind } = bottleneck({
    ...NOT_SEEN,
    vus: rate,
    cpu: processCores.target === undefined ? null : { used: processCores.target, share: targetShare(record.limits) },
    database: record.catalogue.scenarios[scenario].database ? containerUse('database', processCores, record) : null,
    downstream: service && { cpu: service, meanMs: null, requestedMs: 0, isLate: false },
  });
  return kind === 'database' || kind === 'downstream service' ? kind : null;
}
