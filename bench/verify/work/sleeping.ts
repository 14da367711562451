/** Requests that wait, by themselves or for another service. Only the lower bound of their time is checked: what they take beyond it is measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { sum } from '../../util/math.ts';
import { untilStill } from '../../util/wait.ts';
import { openManagement, type Client, type Management, type Received } from '../client.ts';
import { Difference, getExpecting, underWay } from '../finding.ts';
import type { WorkCheck, Subject } from './index.ts';

const BLOCK_MILLIS = 200;
/** Of a request that sleeps while something else is looked at. */
const MILLIS = 1_000;
/** More than there are event loops on common machines, so that a sleep on the event loops would block all of them. */
const OFFLOADED = 16;

const DELAYED = 50;
/** With ten threads, the minimum of a bounded scheduler, 50 sleeps would take five times as long as one. */
const MOST_DELAYS = 3;
const MOST_THREADS = DELAYED / 2;
const LOOK_EVERY_MS = 50;
/** A target that has just started may be slow to accept 50 requests. */
const ATTEMPTS = 3;

const SLOW_LEAST_MS = 10;
/** The chance that all answers are the same row is 1 in 10^14. */
const SLOW_REQUESTS = 15;

const CALLS = 'http_server_requests_seconds_count';
/** Requests, each with its calls. */
const CALLING = 10;
const CALLING_SHORT = 2;
/** The downstream service counts a call after its answer, maybe later than ours: wait until its counter stops changing. */
const SETTLE_MS = 50;
const PATIENCE_MS = 5_000;

/** `block` sleeps. @param path with a parameter for milliseconds */
export function sleeps(path: string): WorkCheck {
  return async ({ client, short }) => {
    await getExpecting(client, `${path}?millis=0`, { millis: 0 });
    const requests = short ? 2 : 5;
    const asked = `${path}?millis=${BLOCK_MILLIS}`;
    for (let i = 0; i < requests; i++) requireWait(await getExpecting(client, asked, { millis: BLOCK_MILLIS }), asked, BLOCK_MILLIS);
    return `${requests} × ≥ ${BLOCK_MILLIS} ms`;
  };
}

/** `block-offloaded` sleeps without blocking the threads that accept requests: other requests are answered meanwhile. */
export const blockSleepsElsewhere: WorkCheck = async (subject) => {
  const slept = await sleeps('/block-offloaded')(subject);
  const { client } = subject;
  const sleepers = sleepAtOnce(client, '/block-offloaded', OFFLOADED);
  // Any answer will do, because a target may not have this path.
  await Promise.all(Array.from({ length: OFFLOADED }, () => client.send({ method: 'GET', path: '/simple' })));
  const awakeBefore = sleepers.ended();
  await sleepers.answers;
  if (awakeBefore === 0) return `${slept}, /simple answers meanwhile`;
  throw new Difference('GET /simple waits for the sleep of /block-offloaded: it blocks the threads that accept requests');
};

/** @returns `answers`: of all requests, once all have ended; `ended`: how many by now */
function sleepAtOnce(client: Client, path: string, requests: number) {
  let ended = 0;
  const ask = () => getExpecting(client, `${path}?millis=${MILLIS}`, { millis: MILLIS }).finally(() => ended++);
  const asked = Array.from({ length: requests }, ask);
  return { answers: underWay(Promise.allSettled(asked).then(() => Promise.all(asked))), ended: () => ended };
}

/** `inFlight`: null if not counted; `threads`: platform threads; `busy`: threads of Tomcat that serve a request */
type Usage = { inFlight: number | null; threads: number; busy: number };

/** `delay` delays requests without a thread for each: all are in flight at once, with hardly more threads than before. */
export const delayHoldsNoThread: WorkCheck = async (subject) => {
  // Starts the threads that accept requests, so that they are not counted later.
  await Promise.all(Array.from({ length: DELAYED }, () => subject.client.send({ method: 'GET', path: '/simple' })));
  for (let attempt = 1; ; attempt++) {
    try {
      return await delayOnce(subject);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Difference)) throw error;
    }
  }
};

async function delayOnce({ client, management }: Subject): Promise<string> {
  const before = await usage(management);
  const startedMs = performance.now();
  const delayed = sleepAtOnce(client, '/delay', DELAYED);
  const looks: Usage[] = [];
  while (delayed.ended() === 0) {
    const look = await usage(management);
    if (delayed.ended() === 0) looks.push(look);
    await sleep(LOOK_EVERY_MS);
  }
  return judge(await delayed.answers, performance.now() - startedMs, before, looks);
}

/** @param elapsedMs of all @param looks before the first answer */
function judge(answers: Received[], elapsedMs: number, before: Usage, looks: Usage[]): string {
  const soonest = Math.min(...answers.map((received) => received.elapsedMs));
  const no = (why: string) => new Difference(`${DELAYED} × /delay?millis=${MILLIS} at once: ${why}`);
  if (soonest < MILLIS) throw no(`one is answered after ${Math.floor(soonest)} ms: it does not wait`);
  if (elapsedMs > MOST_DELAYS * MILLIS) throw no(`they take ${Math.round(elapsedMs)} ms: they wait for each other`);
  // A target may not report these figures. Then the time alone shows that the delays overlap.
  const counts = [before, ...looks].some(({ inFlight }) => inFlight !== null);
  if (!counts) return `${DELAYED} at once, in ${Math.round(elapsedMs)} ms`;
  const seen = looks.filter(({ inFlight }) => inFlight !== null && inFlight >= DELAYED);
  if (seen.length === 0) throw no('they are never all in flight');
  const added = Math.min(...seen.map(({ threads }) => threads - before.threads));
  const waiting = Math.max(added, Math.min(...seen.map(({ busy }) => busy)));
  if (waiting > MOST_THREADS) throw no(`${waiting} threads wait`);
  return `${DELAYED} at once, no thread waits`;
}

async function usage(management: Management): Promise<Usage> {
  const scrape = await management.scrape();
  return {
    inFlight: sumOfSeries(scrape, 'http_server_requests_active_seconds_count'),
    threads: sumOfSeries(scrape, 'jvm_threads_live_threads') ?? 0,
    busy: sumOfSeries(scrape, 'tomcat_threads_busy_threads') ?? sumOfSeries(scrape, 'jetty_threads_busy') ?? 0,
  };
}

/** `slow` makes the database sleep 1 ms for each of ten rows and picks a random one. */
export const slowSleeps: WorkCheck = async ({ client }) => {
  const drawn = new Set();
  for (let i = 0; i < SLOW_REQUESTS; i++) {
    const { status, body, elapsedMs } = await client.send({ method: 'GET', path: '/slow' });
    const text = body.toString();
    const id = Number(/^\{"id":(\d+),/.exec(text)?.[1]);
    const row = { id, name: `member-${id}`, age: id, teamId: id };
    if (status !== 200 || !(id >= 1 && id <= 10) || text !== JSON.stringify(row)) {
      throw new Difference(`GET /slow: expected one of ten rows, got ${status} ${text.slice(0, 200)}`);
    }
    if (elapsedMs < SLOW_LEAST_MS) throw new Difference(`GET /slow answers after ${elapsedMs.toFixed(1)} ms: the database does not sleep`);
    drawn.add(id);
  }
  if (drawn.size === 1) throw new Difference(`GET /slow answers the same row ${SLOW_REQUESTS} times`);
  return `${SLOW_REQUESTS} × ≥ ${SLOW_LEAST_MS} ms, ${drawn.size} rows`;
};

/** `remote` and its relatives call the downstream service, which counts its calls. @param delaysMs what each request asks that service for @param how `inTurn`: each call is made after the answer to the one before */
export function callsDownstream(path: string, delaysMs: number[], { inTurn = false } = {}): WorkCheck {
  const leastMs = inTurn ? sum(delaysMs) : Math.max(...delaysMs);
  return async ({ client, endpoints, short }) => {
    const downstream = openManagement(endpoints.metrics('downstream'));
    try {
      // More calls of a second each would prove nothing more.
      const requests = short || leastMs >= 1000 ? CALLING_SHORT : CALLING;
      const before = await callsOf(downstream);
      for (let request = 0; request < requests; request++) {
        requireWait(await getExpecting(client, path, { millis: delaysMs }), path, leastMs, ` for ${leastMs} ms`);
      }
      const calls = (await callsOf(downstream)) - before;
      const expected = requests * delaysMs.length;
      if (calls === expected) return `${requests} × ≥ ${leastMs} ms, ${calls} calls`;
      throw new Difference(`the downstream service was called ${calls} times in ${requests} requests, not ${expected}`);
    } finally {
      downstream.close();
    }
  };
}

/** @returns requests since its start, once they are the same twice; its counter appears with the first */
async function callsOf(downstream: Management): Promise<number> {
  const read = async () => sumOfSeries(await downstream.scrape(), CALLS) ?? 0;
  const { value, still } = await untilStill(read, { everyMs: SETTLE_MS, withinMs: PATIENCE_MS });
  if (!still) throw new Error(`the downstream service is still being called after ${PATIENCE_MS / 1000} s: something else calls it`);
  return value;
}

/** @throws {Difference} if the answer came too soon */
function requireWait({ elapsedMs }: Received, path: string, leastMs: number, what = '') {
  if (elapsedMs < leastMs) throw new Difference(`${path} answers after ${Math.floor(elapsedMs)} ms: it does not wait${what}`);
}
