/** `read` answers the requested row. The ids cover the whole range, so that a constant fails. */
import { getExpecting } from '../probes/get.ts';
import { SEEDED_MEMBERS, seededMember } from '../probes/seed.ts';
import type { WorkCheck } from './index.ts';

const FIXED_IDS = [1, 59, 60, 100, 9_999, SEEDED_MEMBERS];
const RANDOM_IDS = 4;

export const readReads: WorkCheck = async ({ client }) => {
  const random = Array.from({ length: RANDOM_IDS }, () => 1 + Math.floor(Math.random() * SEEDED_MEMBERS));
  const ids = [...FIXED_IDS, ...random];
  for (const id of ids) {
    const { difference } = await getExpecting(client, `/members/${id}`, seededMember(id));
    if (difference !== null) return { ok: false, detail: difference };
  }
  return { ok: true, detail: `${ids.length} ids as seeded` };
};
