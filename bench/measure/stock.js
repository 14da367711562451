/** The places of scenario `lock`: was each sold exactly once? The database is asked after the load. */
import { query } from '../engines/seed.js';

/**
 * @typedef {{ places: number, accepted: number, rows: number, left: number }} Stock `accepted`: k6's 200s; `rows`: of `place`; `left`:
 *   `event.places_left`
 */

/**
 * Leaves no place to sell, as a staircase does: then the work of every slice is the same.
 * @param {import('../engines/seed.js').Address} address
 * @param {number} eventId
 */
export async function sellOut(address, eventId) {
  await query(address, `UPDATE event SET places_left = 0 WHERE id = ${eventId}`);
}

/**
 * @param {import('../engines/seed.js').Address} address
 * @param {number} eventId
 * @returns {Promise<{ rows: number, left: number }>}
 */
export async function stockOf(address, eventId) {
  const [row] = await query(
    address,
    `SELECT (SELECT COUNT(*) FROM place WHERE event_id = ${eventId}) AS taken, (SELECT places_left FROM event WHERE id = ${eventId}) AS places_left`,
  );
  return { rows: Number(row.taken), left: Number(row.places_left) };
}

/**
 * @param {Stock} stock
 * @param {number} answers of the load, with refusals; at most that many places can be taken
 * @param {number} [unanswered] requests that k6 gave up waiting for; each may have taken a place
 * @returns {string | null} what is wrong, in a sentence for the report; null if it is right
 */
export function stockFault({ places, accepted, rows, left }, answers, unanswered = 0) {
  const expected = Math.min(places, answers);
  const found = `${accepted} answered 200, ${rows} rows in place, places_left ${left}`;
  if (rows > places) return `oversold: ${found}, of ${places} places`;
  const isAnswered = accepted <= expected && accepted >= expected - unanswered;
  const isStored = rows >= accepted && rows <= accepted + unanswered;
  if (isAnswered && isStored && left === places - rows) return null;
  if (unanswered > 0) return `not sold exactly: ${found}; up to ${unanswered} requests without an answer may have taken one more each`;
  return `not sold exactly: ${found}; ${expected}, ${expected} and ${places - expected} are right`;
}

/**
 * @param {Pick<Stock, 'rows' | 'left'>} stock after a load that began sold out
 * @returns {string | null} what is wrong, in a sentence for the report; null if nothing was sold
 */
export function soldOutFault({ rows, left }) {
  if (rows === 0 && left === 0) return null;
  return `oversold: no place was left before the load; after it ${rows} rows in place, places_left ${left}`;
}
