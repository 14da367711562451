/** What arithmetic predicts: so many requests at once, each of so many seconds. Where the seconds are a lower bound (a database and a downstream service
 * take time of their own), the prediction is an upper one. */
import {
  callsAtOnce,
  carriedRps,
  poolSize,
  roundTrips,
  slotsOfCalls,
  slotsOfStatement,
  slotsOfWait,
  type Slots,
} from '../bottleneck/slots.ts';
import { sum, upperMedian } from '../../util/math.ts';
import type { SliceFigures } from '../types.ts';
import type { Run } from '../../record/run.ts';

/** what was measured */
export type Group = {
  scenario: string;
  target: string;
  good: Pick<SliceFigures, 'requestThreads' | 'databaseRttMs'>[];
  stage: { vus: number; rps: number | null };
};

export interface Prediction {
  rps: number;
  isUpperBound: boolean;
  /** users that share the slots; null where there are more of them than slots */
  vus: number | null;
  slots: Slots;
  /** how long each holds its slot */
  request: { seconds: number } | { roundTrips: number; rttMs: number };
  /** what a larger pool would allow */
  largerPool: { connections: number; rps: number } | null;
}

/** what was measured of a target, and what arithmetic says of it */
export type Predicted = ReturnType<typeof predictions>[number];

/** A prediction is met within this share. */
const TOLERANCE = 0.03;
/** An upper bound of which less than this share was reached says nothing: something else decided. */
const WORTH_SAYING = 0.2;
/** By how much larger the pool is for which the far database is predicted as well. */
const LARGER_POOL = 10;

/** @returns of each target; none for a scenario without a prediction; `prediction`: null where a part of it is not known */
export function predictions(run: Run, groups: Group[]) {
  return groups.flatMap((group) => {
    const { scenario, target, stage } = group;
    const { vus, rps } = stage;
    const prediction = rps === null ? 'none' : predict(run, group);
    if (rps === null || prediction === 'none' || (prediction?.isUpperBound && rps < WORTH_SAYING * prediction.rps)) return [];
    /** of the measured from the predicted, as a share */
    const deviation = prediction === null ? 0 : rps / prediction.rps - 1;
    /** what was measured is not what was predicted */
    const isOff = (prediction?.isUpperBound ? deviation : Math.abs(deviation)) > TOLERANCE;
    return [{ scenario, target, vus, rps, prediction, deviation, isOff }];
  });
}

/** What arithmetic says of two targets: where each did what is predicted of it, the prediction is the better figure of the two.
 * @param predicted of a target and of the baseline, in this order
 * @returns predicted ratio of their throughputs; null where one of them has no prediction or did something else. An upper bound must have
 * been reached as well */
export function arithmeticRatio(predicted: Predicted[]): number | null {
  if (predicted.length !== 2) return null;
  const [own, base] = predicted;
  if (!own.prediction || !base.prediction || predicted.some(({ deviation }) => Math.abs(deviation) > TOLERANCE)) return null;
  return own.prediction.rps / base.prediction.rps;
}

/** @returns was what was measured exactly what arithmetic predicts? An upper bound is no exact prediction */
export function isAsPredicted(run: Run, group: Group): boolean {
  const [found] = predictions(run, [group]);
  return found !== undefined && found.prediction !== null && !found.prediction.isUpperBound && !found.isOff;
}

/** @returns null: a part of it is not known; `none`: it does not apply */
function predict(run: Run, group: Group): Prediction | null | 'none' {
  const { calls, database, statementMs, waitMs } = run.catalogue.scenarios[group.scenario];
  // Every request waits for as long as it asks to.
  if (waitMs !== undefined) return ofUsers(group, slotsOfWait(run, group), waitMs / 1000, false);
  if (calls) {
    // The service answers each call as late as it is asked to, and what is around the calls takes time as well.
    const seconds = (callsAtOnce(run, group) ? Math.max(...calls.delaysMs) : sum(calls.delaysMs)) / 1000;
    return ofUsers(group, slotsOfCalls(run, group), seconds, true);
  }
  if (database && run.databaseRttMs) return ofFarDatabase(run, group);
  // The statement itself sleeps for a known time.
  return database && statementMs ? ofConnections(run, group, statementMs, { seconds: statementMs / 1000 }) : 'none';
}

/** @param seconds that each holds its slot */
function ofUsers({ stage: { vus } }: Group, slots: Slots | null, seconds: number, isUpperBound: boolean): Prediction | null {
  return slots && { rps: Math.min(vus, slots.count) / seconds, isUpperBound, vus, slots, request: { seconds }, largerPool: null };
}

/** Each of a request's round trips takes a connection away for as long as the way is. */
function ofFarDatabase(run: Run, group: Group): Prediction | null | 'none' {
  const rttMs = upperMedian(group.good.flatMap(({ databaseRttMs }) => databaseRttMs ?? []));
  if (rttMs === null) return null;
  const trips = roundTrips(run, group.scenario, group.target);
  const found = ofConnections(run, group, trips * rttMs, { roundTrips: trips, rttMs });
  if (found === null || found === 'none' || poolSize(run, group.target) !== found.slots.count) return found;
  const connections = found.slots.count * LARGER_POOL;
  return { ...found, largerPool: { connections, rps: carriedRps(connections, trips * rttMs) } };
}

/** @param heldMs for which a request takes a connection away at least */
function ofConnections(run: Run, group: Group, heldMs: number, request: Prediction['request']): Prediction | null | 'none' {
  const slots = slotsOfStatement(run, group);
  if (slots === null) return null;
  if (group.stage.vus < slots.count) return 'none';
  return { rps: carriedRps(slots.count, heldMs), isUpperBound: true, vus: null, slots, request, largerPool: null };
}
