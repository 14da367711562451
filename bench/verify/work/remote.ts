/** Calls of the downstream service, which counts them. How much longer they take than they must is what the run measures. */
import { sumOfSeries } from '../../../k6/lib/compilers.js';
import { sum } from '../../util/math.ts';
import { untilStill } from '../../util/wait.ts';
import { openManagement, type Management } from '../client.ts';
import { Difference } from '../finding.ts';
import { getExpecting, requireWait } from './asking.ts';
import type { WorkCheck } from './index.ts';

const ANSWERED = 'http_server_requests_seconds_count';

const REQUESTS = 10;
const REQUESTS_SHORT = 2;

/** The downstream service counts a call after its answer, maybe later than ours: wait until its counter stops changing. */
const SETTLE_MS = 50;
const PATIENCE_MS = 5_000;

/** @param delaysMs what each request asks that service for @param how `inTurn`: each call is made after the answer to the one before */
export function callsDownstream(path: string, delaysMs: number[], { inTurn = false } = {}): WorkCheck {
  const leastMs = inTurn ? sum(delaysMs) : Math.max(...delaysMs);
  return async ({ client, endpoints, short }) => {
    const downstream = openManagement(endpoints.metrics('downstream'));
    try {
      // More calls of a second each would prove nothing more.
      const requests = short || leastMs >= 1000 ? REQUESTS_SHORT : REQUESTS;
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
  const read = async () => sumOfSeries(await downstream.scrape(), ANSWERED) ?? 0;
  const { value, still } = await untilStill(read, { everyMs: SETTLE_MS, withinMs: PATIENCE_MS });
  if (!still) throw new Error(`the downstream service is still being called after ${PATIENCE_MS / 1000} s: something else calls it`);
  return value;
}
