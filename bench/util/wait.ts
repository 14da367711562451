/** Waiting for something by looking at it again and again. */
import { setTimeout as sleep } from 'node:timers/promises';

/** `everyMs`: pause between two looks; `withinMs`: for ever by default */
type Limits = { everyMs: number; withinMs?: number };

/** @param look what it throws ends the wait @returns the first result that is not undefined; undefined if there was none in time */
export async function waitFor<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { everyMs, withinMs = Infinity }: Limits,
): Promise<T | undefined> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const result = await look();
    if (result !== undefined) return result;
    if (performance.now() >= deadlineMs) return undefined;
    await sleep(everyMs);
  }
}

/** @param otherwise message of the error @throws {Error} if it is not settled in time */
export async function inTime<T>(promise: Promise<T>, withinMs: number, otherwise: string): Promise<T> {
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

/** @returns whether it became true in time */
export async function waitUntil(condition: () => boolean | Promise<boolean>, limits: Limits): Promise<boolean> {
  return (await waitFor(async () => (await condition()) || undefined, limits)) ?? false;
}

/**
 * @param how `times`: how often in a row a reading must be still; `isStill`: by default the same as the reading before
 * @returns the latest reading; `still`: false if it changed until the time was over
 */
export async function untilStill<T>(
  read: () => Promise<T>,
  { times = 1, isStill = Object.is, ...limits }: Limits & { times?: number; isStill?: (latest: T, previous: T) => boolean },
): Promise<{ value: T; still: boolean }> {
  let value = await read();
  let inARow = 0;
  const look = async () => {
    const previous = value;
    value = await read();
    inARow = isStill(value, previous) ? inARow + 1 : 0;
    return inARow >= times;
  };
  await sleep(limits.everyMs);
  const still = await waitUntil(look, limits);
  return { value, still };
}
