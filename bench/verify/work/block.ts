/** `block` sleeps. Only the lower bound is checked; how much longer it takes is what the run measures. */
import { getExpecting } from '../probes/get.ts';
import type { WorkCheck } from './index.ts';

const MILLIS = 200;

/** @param path with a parameter for milliseconds */
export function sleeps(path: string): WorkCheck {
  return async ({ client, short }) => {
    const none = await getExpecting(client, `${path}?millis=0`, { millis: 0 });
    if (none.difference !== null) return { ok: false, detail: none.difference };
    const requests = short ? 2 : 5;
    for (let i = 0; i < requests; i++) {
      const { received, difference } = await getExpecting(client, `${path}?millis=${MILLIS}`, { millis: MILLIS });
      if (difference !== null) return { ok: false, detail: difference };
      if (received.elapsedMs < MILLIS) {
        return { ok: false, detail: `${path}?millis=${MILLIS} answers after ${Math.floor(received.elapsedMs)} ms: it does not wait` };
      }
    }
    return { ok: true, detail: `${requests} × ≥ ${MILLIS} ms` };
  };
}
