/** Is a target idle? A part that starts with the backlog of the part before would measure that backlog. */
import { sumOfSeries } from '../../k6/lib/compilers.js';
import { scrape } from '../collect/ask.ts';
import { waitUntil } from '../util/wait.ts';
import type { Engine } from '../engines/engine.ts';

const LOOK_EVERY_MS = 300;
const ANSWER_WITHIN_MS = 500;
/** In each interval a scrape and the JVM's own threads take a few milliseconds. A working compiler or collector takes far more. */
const IDLE_CPU_SECONDS = 0.03;
/** For compilers and collector to finish. */
export const IDLE_LIMIT_MS = 10_000;

type Endpoints = Pick<Engine['endpoints'], 'probe' | 'metrics'>;

async function look(endpoints: Endpoints, target: string) {
  try {
    const text = await scrape(endpoints.metrics(target));
    await scrape(endpoints.probe(target), ANSWER_WITHIN_MS);
    return {
      inFlight: sumOfSeries(text, 'http_server_requests_active_seconds_count') ?? 0,
      cpuSeconds: (sumOfSeries(text, 'process_cpu_time_ns_total') ?? 0) / 1e9,
    };
  } catch {
    return null; // no answer in time: busy, or dead
  }
}

/** @returns true as soon as no request is in flight, a new one is answered at once and the CPU is idle; false after the limit */
export function waitForIdle(endpoints: Endpoints, target: string): Promise<boolean> {
  let before: Awaited<ReturnType<typeof look>> = null;
  const isIdle = async () => {
    const now = await look(endpoints, target);
    const used = now && before ? now.cpuSeconds - before.cpuSeconds : Infinity;
    before = now;
    return now?.inFlight === 0 && used < IDLE_CPU_SECONDS;
  };
  return waitUntil(isIdle, { everyMs: LOOK_EVERY_MS, withinMs: IDLE_LIMIT_MS });
}

/** @returns true as soon as no request is in flight and a new one is answered at once; false after the limit */
export function waitForDrain(endpoints: Endpoints, target: string, limitMs: number): Promise<boolean> {
  const isDrained = async () => (await look(endpoints, target))?.inFlight === 0;
  return waitUntil(isDrained, { everyMs: LOOK_EVERY_MS, withinMs: limitMs });
}
