/** What requests add to the database's counters, without the cost of reading the counters. */
import { setTimeout as sleep } from 'node:timers/promises';
import { untilStill, waitFor } from '../util/wait.ts';
import type { Counters, Database } from './database.ts';

/** all that counting asks of the database */
type Counted = Pick<Database, 'counters'>;

/** returns what `act` added to the counters */
export type Count = (act: () => Promise<void>) => Promise<Counters>;

/** A pool may still be filling, or return a connection (`SET autocommit`) after the answer: wait until the counters stop changing. */
const SETTLE_MS = 20;
const PATIENCE_MS = 5_000;
/** A pool of hundreds takes seconds to fill, at a connection every few milliseconds: in this time some connections would be counted as well. */
const STILL_FOR_MS = 100;
/** Readings in a row that must cost the same. A single one may by chance count as many of these connections as the one before. */
const ALIKE = 4;
/** Longest wait for a pool to fill. */
const FILLING_MS = 60_000;
/** To a far database a pool opens one connection after the other, each in up to eight round trips: in all readings together none must be missed. */
const STILL_FOR_ROUND_TRIPS = 8 / ALIKE;
/** As many as 120 connections take. */
const FILLING_ROUND_TRIPS = 1_000;
const PATIENCE_ROUND_TRIPS = 10;

/** Reading the counters is a statement itself: its cost is measured. @param rttMs by so much the way from the targets to the database was lengthened */
export async function calibrate(database: Counted, rttMs = 0): Promise<Count> {
  const cost = await costOfReading(database, rttMs);
  const everyMs = SETTLE_MS + rttMs;
  const withinMs = PATIENCE_MS + PATIENCE_ROUND_TRIPS * rttMs;
  return async (act) => {
    const before = await database.counters();
    await act();
    let readings = 0;
    const read = () => {
      readings++;
      return database.counters();
    };
    const isStill = (latest: Counters, previous: Counters) => equal(subtract(latest, previous), cost);
    const { value: after, still } = await untilStill(read, { everyMs, withinMs, isStill });
    if (!still) throw restless(withinMs);
    return subtract(subtract(after, before), cost, readings);
  };
}

/** @returns what one reading of the counters adds to them */
async function costOfReading(database: Counted, rttMs: number): Promise<Counters> {
  let previous: Counters | null = null;
  let alike = 0;
  // A look begins with the last reading of the one before: what changes between two looks, which a busy machine stretches, is seen too.
  let latest = await database.counters();
  const look = async () => {
    const before = latest;
    const after = await database.counters();
    await sleep(STILL_FOR_MS + STILL_FOR_ROUND_TRIPS * rttMs);
    latest = await database.counters();
    const cost = subtract(latest, after);
    const same = equal(cost, subtract(after, before)) && (previous === null || equal(cost, previous));
    alike = same ? alike + 1 : 0;
    previous = cost;
    return alike === ALIKE ? cost : undefined;
  };
  const withinMs = FILLING_MS + FILLING_ROUND_TRIPS * rttMs;
  const cost = await waitFor(look, { everyMs: SETTLE_MS, withinMs });
  if (!cost) throw restless(withinMs);
  return cost;
}

function restless(patienceMs: number) {
  return new Error(`the database's counters keep changing for ${patienceMs / 1000} s: something else uses the database`);
}

function subtract(a: Counters, b: Counters, times = 1): Counters {
  return Object.fromEntries(Object.entries(a).map(([name, count]) => [name, count - b[name] * times]));
}

function equal(a: Counters, b: Counters) {
  return Object.keys(a).every((name) => a[name] === b[name]);
}
