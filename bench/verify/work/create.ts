/** `create` stores a row: as soon as it has answered, the database has the row, with the answered id and values. */
import type { Client } from '../client.ts';
import type { Database } from '../database.ts';
import type { WorkCheck } from './index.ts';

const ROWS = 3;

export const createStores: WorkCheck = async ({ client, database }) => {
  const before = await database.countMembers();
  for (let i = 0; i < ROWS; i++) {
    const difference = await createOne(client, database);
    if (difference !== null) return { ok: false, detail: difference };
  }
  const stored = (await database.countMembers()) - before;
  if (stored !== ROWS) return { ok: false, detail: `${ROWS} requests stored ${stored} rows` };
  return { ok: true, detail: `${ROWS} rows stored as answered` };
};

/** @returns the difference, if any */
async function createOne(client: Client, database: Database): Promise<string | null> {
  const wanted = { name: `verify-${Math.random().toString(36).slice(2)}`, age: randomInteger(18, 77), teamId: randomInteger(1, 100) };
  const request = { method: 'POST', path: '/members', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted) };
  const { status, body } = await client.send(request);
  if (status !== 201) return `POST /members answers ${status}, not 201`;
  const id = answeredId(body.toString());
  if (id === null) return `POST /members answers no id: ${body.toString().slice(0, 200)}`;
  const stored = await database.findMember(id);
  if (stored === null) return `POST /members answers id ${id}, but the database has no such row`;
  const expected = { id, ...wanted };
  if (JSON.stringify(stored) === JSON.stringify(expected)) return null;
  return `POST /members: expected ${JSON.stringify(expected)} in the database, found ${JSON.stringify(stored)}`;
}

function answeredId(body: string) {
  const match = /"id":(\d+)/.exec(body);
  return match === null ? null : Number(match[1]);
}

/** @param to inclusive */
function randomInteger(from: number, to: number) {
  return from + Math.floor(Math.random() * (to - from + 1));
}
