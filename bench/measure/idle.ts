/** Is a target idle? A part that starts with the backlog of the part before would measure that backlog. */
import { sumOfSeries } from '../../k6/lib/compilers.js';
import { scrape } from '../collect/scrape.ts';
import { waitUntil } from '../util/wait.ts';

const LOOK_EVERY_MS = 300;
const ANSWER_WITHIN_MS = 500;
/** In each interval a scrape and the JVM's own threads take a few milliseconds. A working compiler or collector takes far more. */
const IDLE_CPU_SECONDS = 0.03;

type Endpoints = { probe: (name: string) => string; metrics: (name: string) => string };

async function look(endpoints: Endpoints, target: string) {
  try {
    const text = await scrape(endpoints.metrics(target));
    const answer = await fetch(endpoints.probe(target), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await answer.arrayBuffer();
    return {
      inFlight: sumOfSeries(text, 'http_server_requests_active_seconds_count') ?? 0,
      cpuSeconds: (sumOfSeries(text, 'process_cpu_time_ns_total') ?? 0) / 1e9,
    };
  } catch {
    return null; // no answer in time: busy, or dead
  }
}

type Look = Awaited<ReturnType<typeof look>>;

/** @param isGood `before` is null at the first look */
async function waitForLook(endpoints: Endpoints, target: string, limitMs: number, isGood: (before: Look, now: Look) => boolean) {
  let before: Look = null;
  const isIdle = async () => {
    const now = await look(endpoints, target);
    const good = isGood(before, now);
    before = now;
    return good;
  };
  return waitUntil(isIdle, { everyMs: LOOK_EVERY_MS, withinMs: limitMs });
}

/** @returns true as soon as no request is in flight, a new one is answered at once and the CPU is idle; false after the limit */
export function waitForIdle(endpoints: Endpoints, target: string, limitMs: number): Promise<boolean> {
  return waitForLook(endpoints, target, limitMs, (before, now) => {
    return before !== null && now?.inFlight === 0 && now.cpuSeconds - before.cpuSeconds < IDLE_CPU_SECONDS;
  });
}

/** @returns true as soon as no request is in flight and a new one is answered at once; false after the limit */
export function waitForDrain(endpoints: Endpoints, target: string, limitMs: number): Promise<boolean> {
  return waitForLook(endpoints, target, limitMs, (_, now) => now?.inFlight === 0);
}
