/** The seeded rows of `member`, by the formula of db-init/02-seed.sql. */
import type { Member } from '../database.ts';

export const SEEDED_MEMBERS = 10_000;

/** @param id 1 … SEEDED_MEMBERS */
export function seededMember(id: number): Member {
  return { id, name: `member-${String(id).padStart(5, '0')}`, age: 18 + (id % 60), teamId: 1 + (id % 100) };
}
