/** `block-offloaded` takes its time, and leaves the threads that take requests alone: others are answered while it sleeps. */
import { sleeps } from './block.js';
import { getExpecting } from '../probes/get.js';
import { underWay } from '../probes/under-way.js';

const MILLIS = 1_000;

/** More than there are event loops on the machines we know, so that each would have one to sleep on. */
const REQUESTS = 16;

const takesItsTime = sleeps('/block-offloaded');

/** @type {import('./index.js').WorkCheck} */
export async function blockSleepsElsewhere(subject) {
  const slept = await takesItsTime(subject);
  if (!slept.ok) return slept;
  const { client } = subject;
  let awake = 0;
  const sleepers = Array.from({ length: REQUESTS }, () => {
    const answer = getExpecting(client, `/block-offloaded?millis=${MILLIS}`, { millis: MILLIS });
    return underWay(answer.finally(() => awake++));
  });
  // Any answer will do: a target need not have this path.
  await Promise.all(Array.from({ length: REQUESTS }, () => client.send({ method: 'GET', path: '/simple' })));
  const awakeBefore = awake;
  const wrong = (await Promise.all(sleepers)).find(({ difference }) => difference !== null)?.difference;
  if (wrong) return { ok: false, detail: wrong };
  if (awakeBefore > 0)
    return { ok: false, detail: 'GET /simple waits for the sleep of /block-offloaded: it blocks the threads that take requests' };
  return { ok: true, detail: `${slept.detail}, /simple answers meanwhile` };
}
