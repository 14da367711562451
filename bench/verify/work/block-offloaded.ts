/** `block-offloaded` sleeps without blocking the threads that accept requests: other requests are answered meanwhile. */
import { sleeps } from './block.ts';
import { getExpecting } from '../probes/get.ts';
import { underWay } from '../probes/under-way.ts';
import type { WorkCheck } from './index.ts';

const MILLIS = 1_000;

/** More than there are event loops on common machines, so that a sleep on the event loops would block all of them. */
const REQUESTS = 16;

const takesItsTime = sleeps('/block-offloaded');

export const blockSleepsElsewhere: WorkCheck = async (subject) => {
  const slept = await takesItsTime(subject);
  if (!slept.ok) return slept;
  const { client } = subject;
  let awake = 0;
  const sleepers = Array.from({ length: REQUESTS }, () => {
    const answer = getExpecting(client, `/block-offloaded?millis=${MILLIS}`, { millis: MILLIS });
    return underWay(answer.finally(() => awake++));
  });
  // Any answer will do, because a target may not have this path.
  await Promise.all(Array.from({ length: REQUESTS }, () => client.send({ method: 'GET', path: '/simple' })));
  const awakeBefore = awake;
  const wrong = (await Promise.all(sleepers)).find(({ difference }) => difference !== null)?.difference;
  if (wrong) return { ok: false, detail: wrong };
  if (awakeBefore > 0)
    return { ok: false, detail: 'GET /simple waits for the sleep of /block-offloaded: it blocks the threads that accept requests' };
  return { ok: true, detail: `${slept.detail}, /simple answers meanwhile` };
};
