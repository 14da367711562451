/** Rows that are stored, and stock that is sold. */
import { Difference } from '../finding.ts';
import type { Subject, WorkCheck } from './index.ts';

const ROWS = 3;

const EVENT = 1;
const SALE = { places: 100, requests: 150 };
const SALE_SHORT = { places: 20, requests: 50 };

/** `create` stores a row: as soon as it has answered, the database has the row, with the answered id and values. */
export const createStores: WorkCheck = async (subject) => {
  const before = await subject.database.countMembers();
  for (let i = 0; i < ROWS; i++) await createOne(subject);
  const stored = (await subject.database.countMembers()) - before;
  if (stored !== ROWS) throw new Difference(`${ROWS} requests stored ${stored} rows`);
  return `${ROWS} rows stored as answered`;
};

async function createOne({ client, database }: Subject) {
  const wanted = { name: `verify-${Math.random().toString(36).slice(2)}`, age: randomInteger(18, 77), teamId: randomInteger(1, 100) };
  const request = { method: 'POST', path: '/members', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted) };
  const { status, body } = await client.send(request);
  if (status !== 201) throw new Difference(`POST /members answers ${status}, not 201`);
  const answered = /"id":(\d+)/.exec(body.toString())?.[1];
  if (answered === undefined) throw new Difference(`POST /members answers no id: ${body.toString().slice(0, 200)}`);
  const id = Number(answered);
  const stored = await database.findMember(id);
  if (!stored) throw new Difference(`POST /members answers id ${id}, but the database has no such row`);
  const [expected, found] = [{ id, ...wanted }, stored].map((row) => JSON.stringify(row));
  if (found !== expected) throw new Difference(`POST /members: expected ${expected} in the database, found ${found}`);
}

/** @param to inclusive */
function randomInteger(from: number, to: number) {
  return from + Math.floor(Math.random() * (to - from + 1));
}

/** `lock` never oversells: of requests sent at once, exactly as many are accepted as there are places. Each gets another place, and all are stored. */
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
  if (!right) throw new Difference(sold);
  const expected = Array.from({ length: places }, (_, left) => JSON.stringify({ event: EVENT, placesLeft: left }));
  const missing = expected.find((body) => !accepted.includes(body));
  if (missing !== undefined) throw new Difference(`${sold}, but none was answered ${missing}`);
  return `${accepted.length} of ${requests} accepted, ${placesLeft} left`;
};
