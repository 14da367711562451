/** `slow` makes the database sleep 1 ms for each of ten rows and picks a random one. Only the lower bound of the time is checked. */
import type { WorkCheck } from './index.ts';

const LEAST_MS = 10;

/** The chance that all answers are the same row is 1 in 10^14. */
const REQUESTS = 15;

export const slowSleeps: WorkCheck = async ({ client }) => {
  const drawn = new Set();
  for (let i = 0; i < REQUESTS; i++) {
    const { status, body, elapsedMs } = await client.send({ method: 'GET', path: '/slow' });
    const text = body.toString();
    const id = Number(/^\{"id":(\d+),/.exec(text)?.[1]);
    const row = { id, name: `member-${id}`, age: id, teamId: id };
    if (status !== 200 || !(id >= 1 && id <= 10) || text !== JSON.stringify(row)) {
      return { ok: false, detail: `GET /slow: expected one of ten rows, got ${status} ${text.slice(0, 200)}` };
    }
    if (elapsedMs < LEAST_MS)
      return { ok: false, detail: `GET /slow answers after ${elapsedMs.toFixed(1)} ms: the database does not sleep` };
    drawn.add(id);
  }
  if (drawn.size === 1) return { ok: false, detail: `GET /slow answers the same row ${REQUESTS} times` };
  return { ok: true, detail: `${REQUESTS} × ≥ ${LEAST_MS} ms, ${drawn.size} rows` };
};
