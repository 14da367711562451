/**
 * `aggregate` answers the four requested rows in order. Its twin does so with one statement after the other. To count the statements that run at
 * the same time, the check locks the table and counts those that wait.
 */
import { getExpecting } from '../probes/get.ts';
import { SEEDED_MEMBERS, seededMember } from '../probes/seed.ts';
import { underWay } from '../probes/under-way.ts';
import { untilStill } from '../../util/wait.ts';
import type { WorkCheck, Subject } from './index.ts';

const SIZE = 4;
const LAST_ID = SEEDED_MEMBERS - SIZE + 1;
const FIXED_IDS = [1, 57, 97, LAST_ID];
const RANDOM_IDS = 6;

const LOOK_EVERY_MS = 30;
/** Looks in a row that must show the same number. */
const STILL = 5;
const PATIENCE_MS = 4_000;

/** @param mostAtOnce statements that may run at the same time */
export function aggregates(path: string, mostAtOnce: number): WorkCheck {
  return async (subject) => {
    const random = Array.from({ length: RANDOM_IDS }, () => 1 + Math.floor(Math.random() * LAST_ID));
    const ids = [...FIXED_IDS, ...random];
    for (const id of ids) {
      const difference = await askFor(subject, path, id);
      if (difference !== null) return { ok: false, detail: difference };
    }
    const { atOnce, difference } = await countAtOnce(subject, path);
    if (difference !== null) return { ok: false, detail: difference };
    const detail = `${ids.length} × ${SIZE} ids as seeded, ${atOnce} at once`;
    if (atOnce >= 1 && atOnce <= mostAtOnce) return { ok: true, detail };
    return { ok: false, detail: `${path}: ${atOnce} statements at once, from 1 to ${mostAtOnce} expected` };
  };
}

async function askFor({ client }: Subject, path: string, id: number) {
  const members = Array.from({ length: SIZE }, (_, index) => seededMember(id + index));
  return (await getExpecting(client, `${path}/${id}`, { members })).difference;
}

async function countAtOnce(subject: Subject, path: string): Promise<{ atOnce: number; difference: string | null }> {
  let answer: Promise<string | null> = Promise.resolve(null);
  const atOnce = await subject.database.whileMembersAreLocked(async (countWaiting) => {
    answer = underWay(askFor(subject, path, 1));
    return settled(countWaiting);
  });
  return { atOnce, difference: await answer };
}

/** @returns the number, once it stops changing; 0 if there was none */
async function settled(count: () => Promise<number>): Promise<number> {
  const isStill = (latest: number, previous: number) => latest === previous && latest > 0;
  return (await untilStill(count, { everyMs: LOOK_EVERY_MS, withinMs: PATIENCE_MS, times: STILL, isStill })).value;
}
