/** Is a target idle? A part that starts with the backlog of the part before would measure that backlog. */
import { sumOfSeries } from '../../k6/lib/compilers.js';
import { scrape } from '../collect/scrape.js';
import { waitUntil } from '../util/wait.js';

const LOOK_EVERY_MS = 300;
const ANSWER_WITHIN_MS = 500;
/** In each interval a scrape and the JVM's own threads take a few milliseconds. A working compiler or collector takes far more. */
const IDLE_CPU_SECONDS = 0.03;

/** @typedef {{ probe: (name: string) => string, metrics: (name: string) => string }} Endpoints */

/** @param {Endpoints} endpoints @param {string} target */
async function look(endpoints, target) {
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

/** @typedef {Awaited<ReturnType<typeof look>>} Look */

/**
 * @param {Endpoints} endpoints
 * @param {string} target
 * @param {number} limitMs
 * @param {(before: Look, now: Look) => boolean} isGood `before` is null at the first look
 */
async function waitForLook(endpoints, target, limitMs, isGood) {
  /** @type {Look} */
  let before = null;
  const isIdle = async () => {
    const now = await look(endpoints, target);
    const good = isGood(before, now);
    before = now;
    return good;
  };
  return waitUntil(isIdle, { everyMs: LOOK_EVERY_MS, withinMs: limitMs });
}

/**
 * @param {Endpoints} endpoints
 * @param {string} target
 * @param {number} limitMs
 * @returns {Promise<boolean>} true as soon as no request is in flight, a new one is answered at once and the CPU is idle; false after
 *   the limit
 */
export function waitForIdle(endpoints, target, limitMs) {
  return waitForLook(endpoints, target, limitMs, (before, now) => {
    return before !== null && now?.inFlight === 0 && now.cpuSeconds - before.cpuSeconds < IDLE_CPU_SECONDS;
  });
}

/**
 * @param {Endpoints} endpoints
 * @param {string} target
 * @param {number} limitMs
 * @returns {Promise<boolean>} true as soon as no request is in flight and a new one is answered at once; false after the limit
 */
export function waitForDrain(endpoints, target, limitMs) {
  return waitForLook(endpoints, target, limitMs, (_, now) => now?.inFlight === 0);
}
