/** Waiting for something by looking at it again and again. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @template T
 * @param {() => T | undefined | Promise<T | undefined>} look what it throws ends the wait
 * @param {{ everyMs: number, withinMs?: number }} limits `everyMs`: pause between two looks; `withinMs`: for ever by default
 * @returns {Promise<T | undefined>} the first result that is not undefined; undefined if there was none in time
 */
export async function waitFor(look, { everyMs, withinMs = Infinity }) {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const result = await look();
    if (result !== undefined) return result;
    if (performance.now() >= deadlineMs) return undefined;
    await sleep(everyMs);
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} withinMs
 * @param {string} otherwise message of the error
 * @returns {Promise<T>}
 * @throws {Error} if it is not settled in time
 */
export async function inTime(promise, withinMs, otherwise) {
  const timer = new AbortController();
  const late = sleep(withinMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(otherwise);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {{ everyMs: number, withinMs?: number }} limits
 * @returns {Promise<boolean>} whether it became true in time
 */
export async function waitUntil(condition, limits) {
  return (await waitFor(async () => (await condition()) || undefined, limits)) ?? false;
}

/**
 * Waits until a value has stopped changing.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @param {{ everyMs: number, withinMs: number, times?: number, isStill?: (latest: T, previous: T) => boolean }} options `times`: how often in a
 *   row a reading must be still, once by default; `isStill`: by default the same as the reading before
 * @returns {Promise<{ value: T, still: boolean }>} the latest reading; `still`: false if it changed until the time was over
 */
export async function untilStill(read, { everyMs, withinMs, times = 1, isStill = Object.is }) {
  let value = await read();
  let inARow = 0;
  const look = async () => {
    const previous = value;
    value = await read();
    inARow = isStill(value, previous) ? inARow + 1 : 0;
    return inARow >= times;
  };
  await sleep(everyMs);
  const still = await waitUntil(look, { everyMs, withinMs });
  return { value, still };
}
