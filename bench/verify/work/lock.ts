/** `lock` never oversells: of requests sent at once, exactly as many are accepted as there are places. Each gets another place, and all are stored. */
import type { WorkCheck } from './index.ts';

const EVENT = 1;
const SALE = { places: 100, requests: 150 };
const SALE_SHORT = { places: 20, requests: 50 };

export const lockNeverOversells: WorkCheck = async ({ client, database, short }) => {
  const { places, requests } = short ? SALE_SHORT : SALE;
  await database.refillEvent(EVENT, places);
  const request = { method: 'POST', path: `/events/${EVENT}/places` };
  const received = await Promise.all(Array.from({ length: requests }, () => client.send(request)));
  const accepted = received.filter(({ status }) => status === 200).map(({ body }) => body.toString());
  const refused = received.filter(({ status }) => status === 409).length;
  const { placesLeft, taken } = await database.findEvent(EVENT);
  const sold = `${requests} requests for ${places} places: ${accepted.length} accepted, ${refused} refused, ${taken} stored, ${placesLeft} left`;
  const right = accepted.length === places && refused === requests - places && taken === places && placesLeft === 0;
  if (!right) return { ok: false, detail: sold };
  const expected = Array.from({ length: places }, (_, left) => JSON.stringify({ event: EVENT, placesLeft: left }));
  const missing = expected.find((body) => !accepted.includes(body));
  if (missing !== undefined) return { ok: false, detail: `${sold}, but none was answered ${missing}` };
  return { ok: true, detail: `${accepted.length} of ${requests} accepted, ${placesLeft} left` };
};
