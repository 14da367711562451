/** `documents` and its twin answer six documents as they are stored: ids over the whole range, so that a constant fails. */
import { DOCUMENTS, seededDocument } from '../../engines/documents.js';
import { getExpecting } from './get.js';

const COMBINED = 6;
const LAST = DOCUMENTS - COMBINED + 1;
const FIXED_IDS = [1, 85, 90, 100, LAST];
const RANDOM_IDS = 5;

/**
 * @param {string} path of the scenario, before the id
 * @returns {import('./index.js').WorkCheck}
 */
export function combinesDocuments(path) {
  return async ({ client }) => {
    const random = Array.from({ length: RANDOM_IDS }, () => 1 + Math.floor(Math.random() * LAST));
    const ids = [...FIXED_IDS, ...random];
    for (const id of ids) {
      const documents = Array.from({ length: COMBINED }, (_, offset) => seededDocument(id + offset));
      const { difference } = await getExpecting(client, `${path}/${id}`, { documents });
      if (difference !== null) return { ok: false, detail: difference };
    }
    return { ok: true, detail: `${ids.length} × ${COMBINED} documents as seeded` };
  };
}
