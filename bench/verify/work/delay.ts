/** `delay` delays requests without a thread for each: all are in flight at once, with hardly more threads than before. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { getExpecting } from '../probes/get.ts';
import { underWay } from '../probes/under-way.ts';
import type { Management } from '../management.ts';
import type { WorkCheck, Subject, Finding } from './index.ts';

/** `inFlight`: null if not counted; `threads`: platform threads; `busy`: threads of Tomcat that serve a request */
type Usage = { inFlight: number | null; threads: number; busy: number };

const MILLIS = 1_000;
const REQUESTS = 50;

/** With ten threads, the minimum of a bounded scheduler, 50 sleeps would take five times as long as one. */
const MOST_DELAYS = 3;
const MOST_THREADS = REQUESTS / 2;

const LOOK_EVERY_MS = 50;

/** A target that has just started may be slow to accept 50 requests. */
const ATTEMPTS = 3;

export const delayHoldsNoThread: WorkCheck = async (subject) => {
  // Starts the threads that accept requests, so that they are not counted later.
  await Promise.all(Array.from({ length: REQUESTS }, () => getExpecting(subject.client, '/simple', { message: 'ok' })));
  let finding = await tryOnce(subject);
  for (let attempt = 1; attempt < ATTEMPTS && !finding.ok; attempt++) finding = await tryOnce(subject);
  return finding;
};

async function tryOnce({ client, management }: Subject): Promise<Finding> {
  const before = await usage(management);
  let over = 0;
  const startedMs = performance.now();
  const answers = Array.from({ length: REQUESTS }, () => {
    const answer = getExpecting(client, `/delay?millis=${MILLIS}`, { millis: MILLIS });
    return underWay(answer.finally(() => over++));
  });
  const looks: Usage[] = [];
  while (over === 0) {
    const look = await usage(management);
    if (over === 0) looks.push(look);
    await sleep(LOOK_EVERY_MS);
  }
  const received = await Promise.all(answers);
  return judge(received, performance.now() - startedMs, before, looks);
}

/** @param elapsedMs of all @param looks before the first answer */
function judge(answers: Awaited<ReturnType<typeof getExpecting>>[], elapsedMs: number, before: Usage, looks: Usage[]): Finding {
  const wrong = answers.find(({ difference }) => difference !== null)?.difference;
  if (wrong) return { ok: false, detail: wrong };
  const soonest = Math.min(...answers.map(({ received }) => received.elapsedMs));
  const no = (why: string) => ({ ok: false, detail: `${REQUESTS} × /delay?millis=${MILLIS} at once: ${why}` });
  if (soonest < MILLIS) return no(`one is answered after ${Math.floor(soonest)} ms: it does not wait`);
  if (elapsedMs > MOST_DELAYS * MILLIS) return no(`they take ${Math.round(elapsedMs)} ms: they wait for each other`);
  // A target may not report these figures. Then the time alone shows that the delays overlap.
  const counts = [before, ...looks].some(({ inFlight }) => inFlight !== null);
  if (!counts) return { ok: true, detail: `${REQUESTS} at once, in ${Math.round(elapsedMs)} ms` };
  const seen = looks.filter(({ inFlight }) => inFlight !== null && inFlight >= REQUESTS);
  if (seen.length === 0) return no('they are never all in flight');
  const added = Math.min(...seen.map(({ threads }) => threads - before.threads));
  const busy = Math.min(...seen.map((one) => one.busy));
  if (Math.max(added, busy) > MOST_THREADS) return no(`${Math.max(added, busy)} threads wait`);
  return { ok: true, detail: `${REQUESTS} at once, no thread waits` };
}

async function usage(management: Management): Promise<Usage> {
  const scrape = await management.scrape();
  return {
    inFlight: sumOfSeries(scrape, 'http_server_requests_active_seconds_count'),
    threads: sumOfSeries(scrape, 'jvm_threads_live_threads') ?? 0,
    busy: sumOfSeries(scrape, 'tomcat_threads_busy_threads') ?? sumOfSeries(scrape, 'jetty_threads_busy') ?? 0,
  };
}
