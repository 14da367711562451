/** Rows and documents that are answered as they are stored. */
import { DOCUMENTS, seededDocument } from '../../engines/documents.ts';
import { untilStill } from '../../util/wait.ts';
import { Difference, getExpecting, underWay } from '../finding.ts';
import type { Member } from '../database.ts';
import type { WorkCheck, Subject } from './index.ts';

export const SEEDED_MEMBERS = 10_000;

/** Ids asked for. */
const IDS = 10;
/** Rows of an aggregate. */
const SIZE = 4;
/** Documents of an answer. */
const COMBINED = 6;

const LOOK_EVERY_MS = 30;
/** Looks in a row that must show the same number. */
const STILL = 5;
const PATIENCE_MS = 4_000;

/** @param id 1 … SEEDED_MEMBERS @returns its row of `member`, by the formula of db-init/02-seed.sql */
export function seededMember(id: number): Member {
  return { id, name: `member-${String(id).padStart(5, '0')}`, age: 18 + (id % 60), teamId: 1 + (id % 100) };
}

/** `read` answers the requested row. */
export const readReads: WorkCheck = async ({ client }) => {
  await askForIds(client, '/members', [1, 59, 60, 100, 9_999, SEEDED_MEMBERS], seededMember);
  return `${IDS} ids as seeded`;
};

/** `aggregate` and its twin answer four rows in order. To count the statements that run at once, the table is locked: those wait. */
export function aggregates(path: string, mostAtOnce: number): WorkCheck {
  return async ({ client, database }) => {
    const members = (id: number) => ({ members: Array.from({ length: SIZE }, (_, index) => seededMember(id + index)) });
    await askForIds(client, path, [1, 57, 97, SEEDED_MEMBERS - SIZE + 1], members);
    let answer: Promise<unknown> = Promise.resolve();
    const atOnce = await database.whileMembersAreLocked((countWaiting) => {
      answer = underWay(getExpecting(client, `${path}/1`, members(1)));
      return settled(countWaiting);
    });
    await answer;
    if (atOnce >= 1 && atOnce <= mostAtOnce) return `${IDS} × ${SIZE} ids as seeded, ${atOnce} at once`;
    throw new Difference(`${path}: ${atOnce} statements at once, from 1 to ${mostAtOnce} expected`);
  };
}

/** @returns the number, once it stops changing; 0 if there was none */
async function settled(count: () => Promise<number>): Promise<number> {
  const isStill = (latest: number, previous: number) => latest === previous && latest > 0;
  return (await untilStill(count, { everyMs: LOOK_EVERY_MS, withinMs: PATIENCE_MS, times: STILL, isStill })).value;
}

/** `documents` and its twin answer six documents as they are stored. One has just been changed, so that computed or cached answers fail. */
export function combinesDocuments(path: string): WorkCheck {
  return async (subject) => {
    const last = DOCUMENTS - COMBINED + 1;
    await askForIds(subject.client, path, [1, 85, 90, 100, last], (id) => ({ documents: documentsFrom(id) }));
    await askForChanged(subject, path, randomId(last));
    return `${IDS} × ${COMBINED} documents as seeded`;
  };
}

/** While one of the six has another title. */
async function askForChanged({ client, openDocuments }: Subject, path: string, id: number) {
  const documents = documentsFrom(id);
  const changed = documents[Math.floor(Math.random() * COMBINED)];
  const before = changed.title;
  changed.title = `changed-${before}`;
  const store = openDocuments();
  try {
    await store.retitle(changed.id, changed.title);
    await getExpecting(client, `${path}/${id}`, { documents }, 'a document was changed: ');
  } finally {
    await store.retitle(changed.id, before);
    await store.close();
  }
}

/** @param id of the first */
function documentsFrom(id: number) {
  return Array.from({ length: COMBINED }, (_, offset) => seededDocument(id + offset));
}

/** @param fixed up to the last one; with random ones they cover the whole range, so that a constant fails */
async function askForIds(client: Subject['client'], path: string, fixed: number[], expected: (id: number) => unknown) {
  const random = Array.from({ length: IDS - fixed.length }, () => randomId(Math.max(...fixed)));
  for (const id of [...fixed, ...random]) await getExpecting(client, `${path}/${id}`, expected(id));
}

function randomId(last: number) {
  return 1 + Math.floor(Math.random() * last);
}
