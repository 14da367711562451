/** The places of scenario `lock`: none is sold twice. The database is asked after the load. */
import { query, type Address } from '../engines/mariadb.ts';

/** Leaves no place to sell: then the work of every slice is the same. */
export async function sellOut(address: Address, eventId: number) {
  await query(address, `UPDATE event SET places_left = 0 WHERE id = ${eventId}`);
}

/** @returns `rows`: of `place`; `left`: `event.places_left` */
export async function stockOf(address: Address, eventId: number) {
  const [row] = await query(
    address,
    `SELECT (SELECT COUNT(*) FROM place WHERE event_id = ${eventId}) AS taken, (SELECT places_left FROM event WHERE id = ${eventId}) AS places_left`,
  );
  return { rows: Number(row.taken), left: Number(row.places_left) };
}

/** @param stock after a load that began sold out @returns what is wrong, in a sentence for the report; null if nothing was sold */
export function soldOutFault({ rows, left }: Awaited<ReturnType<typeof stockOf>>): string | null {
  if (rows === 0 && left === 0) return null;
  return `oversold: no place was left before the load; after it ${rows} rows in place, places_left ${left}`;
}
