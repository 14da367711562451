/** The places of `lock`: was everything sold that there was, and nothing that there was not? Asked of the database after the cell. */
import { query } from '../engines/seed.js';

/**
 * @typedef {{ places: number, accepted: number, rows: number, left: number }} Stock `accepted`: k6's 200s; `rows`: of `place`; `left`:
 *   `event.places_left`
 */

/**
 * @param {import('../engines/seed.js').Address} address
 * @param {string} path of the request, such as /events/1/places
 * @returns {Promise<{ rows: number, left: number }>} of the event that it names
 */
export async function stockOf(address, path) {
  const event = Number(/\/events\/(\d+)\//.exec(path)?.[1]);
  const [row] = await query(
    address,
    `SELECT (SELECT COUNT(*) FROM place WHERE event_id = ${event}) AS taken, (SELECT places_left FROM event WHERE id = ${event}) AS places_left`,
  );
  return { rows: Number(row.taken), left: Number(row.places_left) };
}

/**
 * @param {Stock} stock
 * @param {number} answers of the load, refusals too: fewer than there are places can take no more than they are
 * @returns {string | null} what is wrong, in a sentence for the report; null if it is right
 */
export function stockFault({ places, accepted, rows, left }, answers) {
  const expected = Math.min(places, answers);
  const found = `${accepted} answered 200, ${rows} rows in place, places_left ${left}`;
  if (rows > places) return `oversold: ${found}, of ${places} places`;
  if (accepted === expected && rows === expected && left === places - expected) return null;
  return `not sold exactly: ${found}; ${expected}, ${expected} and ${places - expected} are right`;
}
