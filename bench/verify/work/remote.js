/**
 * `remote` and its kin call the neighbour: it counts the calls itself, and who makes them in turn takes at least their sum. How much longer it takes
 * is what gets measured later.
 */
import { sumOfSeries } from '../../collect/scrape.js';
import { openManagement } from '../management.js';
import { getExpecting } from '../probes/get.js';
import { sum } from '../../util/math.js';
import { untilStill } from '../../util/wait.js';

const ANSWERED = 'http_server_requests_seconds_count';

const REQUESTS = 10;
const REQUESTS_SHORT = 2;

/** The neighbour counts a call when its answer is out, which may be after ours: wait until its counter stands still. */
const SETTLE_MS = 50;
const PATIENCE_MS = 5_000;

/**
 * @param {string} path of the scenario
 * @param {number[]} delaysMs what the neighbour is asked for in each request
 * @param {{ inTurn?: boolean }} [how] `inTurn`: the next call is made when the last is answered
 * @returns {import('./index.js').WorkCheck}
 */
export function callsNeighbour(path, delaysMs, { inTurn = false } = {}) {
  const leastMs = inTurn ? sum(delaysMs) : Math.max(...delaysMs);
  return async ({ client, endpoints, short }) => {
    const neighbour = openManagement(endpoints.metrics('downstream'));
    try {
      // One call takes its time; nothing is learned from more of a second each.
      const requests = leastMs >= 1000 ? REQUESTS_SHORT : short ? REQUESTS_SHORT : REQUESTS;
      const before = await settled(() => answered(neighbour));
      for (let request = 0; request < requests; request++) {
        const { received, difference } = await getExpecting(client, path, { millis: delaysMs });
        if (difference !== null) return { ok: false, detail: difference };
        if (received.elapsedMs < leastMs) {
          return { ok: false, detail: `${path} answers after ${Math.floor(received.elapsedMs)} ms: it does not wait for ${leastMs} ms` };
        }
      }
      const calls = (await settled(() => answered(neighbour))) - before;
      const detail = `${requests} × ≥ ${leastMs} ms, ${calls} calls`;
      if (calls === requests * delaysMs.length) return { ok: true, detail };
      return { ok: false, detail: `the neighbour was called ${calls} times in ${requests} requests, not ${requests * delaysMs.length}` };
    } finally {
      neighbour.close();
    }
  };
}

/**
 * @param {import('../management.js').Management} neighbour
 * @returns {Promise<number>} requests since its start; its counter appears with the first
 */
async function answered(neighbour) {
  return sumOfSeries(await neighbour.scrape(), ANSWERED) ?? 0;
}

/**
 * @param {() => Promise<number>} read
 * @returns {Promise<number>} what it reads, as soon as it reads the same twice
 */
async function settled(read) {
  const { value, still } = await untilStill(read, { everyMs: SETTLE_MS, withinMs: PATIENCE_MS });
  if (!still) throw new Error(`the neighbour does not come to rest within ${PATIENCE_MS / 1000} s: something else calls it`);
  return value;
}
