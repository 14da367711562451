/**
 * `documents` and its twin answer six documents as they are stored. The ids cover the whole range, so that a constant fails. One document has just
 * been changed, so that computed or cached answers fail.
 */
import { DOCUMENTS, seededDocument } from '../../engines/documents.ts';
import { getExpecting } from '../probes/get.ts';
import type { WorkCheck, Subject } from './index.ts';

const COMBINED = 6;
const LAST = DOCUMENTS - COMBINED + 1;
const FIXED_IDS = [1, 85, 90, 100, LAST];
const RANDOM_IDS = 5;

/** @param path of the scenario, before the id */
export function combinesDocuments(path: string): WorkCheck {
  return async (subject) => {
    const ids = [...FIXED_IDS, ...Array.from({ length: RANDOM_IDS }, randomId)];
    for (const id of ids) {
      const { difference } = await getExpecting(subject.client, `${path}/${id}`, { documents: documentsFrom(id) });
      if (difference !== null) return { ok: false, detail: difference };
    }
    const difference = await changedDifference(subject, path);
    if (difference !== null) return { ok: false, detail: `a document was changed: ${difference}` };
    return { ok: true, detail: `${ids.length} × ${COMBINED} documents as seeded` };
  };
}

/** @returns the difference, if any, while one of the six has another title */
async function changedDifference({ client, openDocuments }: Subject, path: string): Promise<string | null> {
  const id = randomId();
  const documents = documentsFrom(id);
  const changed = documents[Math.floor(Math.random() * COMBINED)];
  const before = changed.title;
  changed.title = `changed-${before}`;
  const store = openDocuments();
  try {
    await store.retitle(changed.id, changed.title);
    return (await getExpecting(client, `${path}/${id}`, { documents })).difference;
  } finally {
    await store.retitle(changed.id, before);
    await store.close();
  }
}

function randomId() {
  return 1 + Math.floor(Math.random() * LAST);
}

/** @param id of the first */
function documentsFrom(id: number) {
  return Array.from({ length: COMBINED }, (_, offset) => seededDocument(id + offset));
}
