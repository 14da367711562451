/**
 * `remote` and its variants call the downstream service, which counts the calls. Calls in turn take at least the sum of their times. How much longer
 * they take is what the run measures.
 */
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { openManagement } from '../management.js';
import { getExpecting } from '../probes/get.js';
import { sum } from '../../util/math.js';
import { untilStill } from '../../util/wait.js';

const ANSWERED = 'http_server_requests_seconds_count';

const REQUESTS = 10;
const REQUESTS_SHORT = 2;

/** The downstream service counts a call after its answer, maybe later than ours: wait until its counter stops changing. */
const SETTLE_MS = 50;
const PATIENCE_MS = 5_000;

/**
 * @param {string} path of the scenario
 * @param {number[]} delaysMs what each request asks the downstream service for
 * @param {{ inTurn?: boolean }} [how] `inTurn`: each call is made after the answer to the one before
 * @returns {import('./index.js').WorkCheck}
 */
export function callsDownstream(path, delaysMs, { inTurn = false } = {}) {
  const leastMs = inTurn ? sum(delaysMs) : Math.max(...delaysMs);
  return async ({ client, endpoints, short }) => {
    const downstream = openManagement(endpoints.metrics('downstream'));
    try {
      // More calls of a second each would prove nothing more.
      const requests = leastMs >= 1000 ? REQUESTS_SHORT : short ? REQUESTS_SHORT : REQUESTS;
      const before = await settled(() => answered(downstream));
      for (let request = 0; request < requests; request++) {
        const { received, difference } = await getExpecting(client, path, { millis: delaysMs });
        if (difference !== null) return { ok: false, detail: difference };
        if (received.elapsedMs < leastMs) {
          return { ok: false, detail: `${path} answers after ${Math.floor(received.elapsedMs)} ms: it does not wait for ${leastMs} ms` };
        }
      }
      const calls = (await settled(() => answered(downstream))) - before;
      const detail = `${requests} × ≥ ${leastMs} ms, ${calls} calls`;
      if (calls === requests * delaysMs.length) return { ok: true, detail };
      return {
        ok: false,
        detail: `the downstream service was called ${calls} times in ${requests} requests, not ${requests * delaysMs.length}`,
      };
    } finally {
      downstream.close();
    }
  };
}

/**
 * @param {import('../management.js').Management} downstream
 * @returns {Promise<number>} requests since its start; its counter appears with the first
 */
async function answered(downstream) {
  return sumOfSeries(await downstream.scrape(), ANSWERED) ?? 0;
}

/** @param {() => Promise<number>} read @returns {Promise<number>} the reading, once it is the same twice */
async function settled(read) {
  const { value, still } = await untilStill(read, { everyMs: SETTLE_MS, withinMs: PATIENCE_MS });
  if (!still) throw new Error(`the downstream service is still being called after ${PATIENCE_MS / 1000} s: something else calls it`);
  return value;
}
