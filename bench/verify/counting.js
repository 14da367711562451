/** Differences of the database's counters around some requests, without what reading them costs. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {import('./database.js').Counters} Counters
 * @typedef {import('./database.js').Database} Database
 * @typedef {(act: () => Promise<void>) => Promise<Counters>} Count answers what `act` added to the counters
 */

/** A pool may still be filling, or hand a connection back (`SET autocommit`) after the answer went out: wait until the counters stand still. */
const SETTLE_MS = 20;
const PATIENCE_MS = 5_000;
/** A pool of hundreds fills for seconds, a connection every few milliseconds: in such a while some would show beside the reading's own cost. */
const STILL_FOR_MS = 100;
/** Readings in a row that must cost the same: one alone may catch as many of these connections as the one before. */
const ALIKE = 4;
/** … and may take that long. */
const FILLING_MS = 60_000;

/**
 * Reading the counters is a statement itself; what it costs is measured here, not assumed.
 * @param {Database} database nobody else may use it until the counting is over
 * @returns {Promise<Count>}
 */
export async function calibrate(database) {
  let alike = 0;
  const cost = await untilStill(async (previous) => {
    const before = await database.counters();
    const after = await database.counters();
    await sleep(STILL_FOR_MS);
    const latest = subtract(await database.counters(), after);
    const same = equal(latest, subtract(after, before)) && (previous === null || equal(latest, previous));
    alike = same ? alike + 1 : 0;
    return { latest, still: alike === ALIKE };
  }, FILLING_MS);
  return async (act) => {
    const before = await database.counters();
    await act();
    let readings = 0;
    const after = await untilStill(async (previous) => {
      const latest = await database.counters();
      readings++;
      return { latest, still: previous !== null && equal(subtract(latest, previous), cost) };
    });
    return subtract(subtract(after, before), scale(cost, readings));
  };
}

/**
 * @param {(previous: Counters | null) => Promise<{ latest: Counters, still: boolean }>} look
 * @param {number} [patienceMs]
 * @returns {Promise<Counters>} the latest, as soon as it is still
 */
async function untilStill(look, patienceMs = PATIENCE_MS) {
  const deadlineMs = performance.now() + patienceMs;
  let { latest, still } = await look(null);
  while (!still) {
    if (performance.now() > deadlineMs)
      throw new Error(`the database does not come to rest within ${patienceMs / 1000} s: something else uses it`);
    await sleep(SETTLE_MS);
    ({ latest, still } = await look(latest));
  }
  return latest;
}

/**
 * @param {Counters} a
 * @param {Counters} b
 * @returns {Counters}
 */
function subtract(a, b) {
  return Object.fromEntries(Object.entries(a).map(([name, count]) => [name, count - b[name]]));
}

/**
 * @param {Counters} counters
 * @param {number} factor
 * @returns {Counters}
 */
function scale(counters, factor) {
  return Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, count * factor]));
}

/**
 * @param {Counters} a
 * @param {Counters} b
 */
function equal(a, b) {
  return Object.keys(a).every((name) => a[name] === b[name]);
}
