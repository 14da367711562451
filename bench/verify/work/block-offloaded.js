/** `block-offloaded` takes its time, and leaves the threads that take requests alone: others are answered while it sleeps. */
import { sleeps } from './block.js';
import { getExpecting } from './get.js';

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
  const sleepers = Array.from({ length: REQUESTS }, async () => {
    const { difference } = await getExpecting(client, `/block-offloaded?millis=${MILLIS}`, { millis: MILLIS });
    awake++;
    return difference;
  });
  const others = await Promise.all(Array.from({ length: REQUESTS }, () => getExpecting(client, '/simple', { message: 'ok' })));
  const awakeBefore = awake;
  const differences = [...(await Promise.all(sleepers)), ...others.map(({ difference }) => difference)].filter((one) => one !== null);
  if (differences.length > 0) return { ok: false, detail: /** @type {string} */ (differences[0]) };
  if (awakeBefore > 0)
    return { ok: false, detail: 'GET /simple waits for the sleep of /block-offloaded: it blocks the threads that take requests' };
  return { ok: true, detail: `${slept.detail}, /simple answers meanwhile` };
}
