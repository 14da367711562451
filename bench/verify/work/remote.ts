/**
 * `remote` and its variants call the downstream service, which counts the calls. Calls in turn take at least the sum of their times. How much longer
 * they take is what the run measures.
 */
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { openManagement, type Management } from '../management.ts';
import { getExpecting } from '../probes/get.ts';
import { sum } from '../../util/math.ts';
import { untilStill } from '../../util/wait.ts';
import type { WorkCheck } from './index.ts';

const ANSWERED = 'http_server_requests_seconds_count';

const REQUESTS = 10;
const REQUESTS_SHORT = 2;

/** The downstream service counts a call after its answer, maybe later than ours: wait until its counter stops changing. */
const SETTLE_MS = 50;
const PATIENCE_MS = 5_000;

/**
 * @param path of the scenario
 * @param delaysMs what each request asks the downstream service for
 * @param how `inTurn`: each call is made after the answer to the one before
 */
export function callsDownstream(path: string, delaysMs: number[], { inTurn = false }: { inTurn?: boolean } = {}): WorkCheck {
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

/** @returns requests since its start; its counter appears with the first */
async function answered(downstream: Management): Promise<number> {
  return sumOfSeries(await downstream.scrape(), ANSWERED) ?? 0;
}

/** @returns the reading, once it is the same twice */
async function settled(read: () => Promise<number>): Promise<number> {
  const { value, still } = await untilStill(read, { everyMs: SETTLE_MS, withinMs: PATIENCE_MS });
  if (!still) throw new Error(`the downstream service is still being called after ${PATIENCE_MS / 1000} s: something else calls it`);
  return value;
}
