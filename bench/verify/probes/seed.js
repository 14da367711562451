/** The seeded rows of `member`, by the formula of db-init/02-seed.sql. */

export const SEEDED_MEMBERS = 10_000;

/** @param {number} id 1 … SEEDED_MEMBERS @returns {import('../database.js').Member} */
export function seededMember(id) {
  return { id, name: `member-${String(id).padStart(5, '0')}`, age: 18 + (id % 60), teamId: 1 + (id % 100) };
}
