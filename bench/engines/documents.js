/** The content of MongoDB, the same for every engine and for the stand-in. */
import { Long, MongoClient } from 'mongodb';

/** Number of seeded documents, with the ids 1 … DOCUMENTS. The only index is that of `_id`, which every collection has. */
export const DOCUMENTS = 10_000;

const COLLECTION = 'document';
const PATIENCE_MS = 10_000;

/** @typedef {{ id: number, title: string, pages: number, authorId: number }} Document as in an answer; `id` is `_id` in the collection */
/** @typedef {{ retitle: (id: number, title: string) => Promise<void>, close: () => Promise<void> }} Documents the content, to be changed */

/** @param {number} id 1 … DOCUMENTS @returns {Document} */
export function seededDocument(id) {
  return { id, title: `document-${String(id).padStart(5, '0')}`, pages: 10 + (id % 90), authorId: 1 + (id % 100) };
}

/**
 * Replaces the content of the collection. No scenario changes it, so once per run is enough.
 *
 * @param {string} uri with the database, such as mongodb://127.0.0.1:27117/bench
 * @throws {Error} one line that names the server
 */
export async function seedDocuments(uri) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  try {
    const collection = client.db().collection(COLLECTION);
    await collection.deleteMany({});
    await collection.insertMany(Array.from({ length: DOCUMENTS }, (_, index) => stored(seededDocument(index + 1))));
  } catch (error) {
    throw new Error(`the documents were not stored in ${uri}: ${/** @type {Error} */ (error).message.split('\n')[0]}`, { cause: error });
  } finally {
    await client.close();
  }
}

/** @param {string} uri with the database @returns {Documents} connects at the first use */
export function openDocuments(uri) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  /** @type {import('mongodb').Collection<{ _id: Long, title: string }>} */
  const collection = client.db().collection(COLLECTION);
  return {
    retitle: async (id, title) => void (await collection.updateOne({ _id: Long.fromNumber(id) }, { $set: { title } })),
    close: () => client.close(),
  };
}

/** @param {Document} document @returns {import('mongodb').Document} with the types that the targets read: 64 bits where they have a long */
function stored({ id, title, pages, authorId }) {
  return { _id: Long.fromNumber(id), title, pages, authorId: Long.fromNumber(authorId) };
}
