/** The content of MongoDB, the same for every engine and for the stand-in. */
import { Long, MongoClient, type Collection } from 'mongodb';

/** Number of seeded documents, with the ids 1 … DOCUMENTS. The only index is that of `_id`, which every collection has. */
export const DOCUMENTS = 10_000;

const COLLECTION = 'document';
const PATIENCE_MS = 10_000;

/** as in an answer; `id` is `_id` in the collection */
type Document = { id: number; title: string; pages: number; authorId: number };
/** the content, to be changed */
export type Documents = { retitle: (id: number, title: string) => Promise<void>; close: () => Promise<void> };

/** @param id 1 … DOCUMENTS */
export function seededDocument(id: number): Document {
  return { id, title: `document-${String(id).padStart(5, '0')}`, pages: 10 + (id % 90), authorId: 1 + (id % 100) };
}

/**
 * Replaces the content of the collection. No scenario changes it, so once per run is enough.
 * @param uri with the database, such as mongodb://127.0.0.1:27117/bench
 * @throws {Error} one line that names the server
 */
export async function seedDocuments(uri: string) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  try {
    const collection = client.db().collection(COLLECTION);
    await collection.deleteMany({});
    await collection.insertMany(Array.from({ length: DOCUMENTS }, (_, index) => stored(seededDocument(index + 1))));
  } catch (error) {
    throw new Error(`the documents were not stored in ${uri}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  } finally {
    await client.close();
  }
}

/** @param uri with the database @returns connects at the first use */
export function openDocuments(uri: string): Documents {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  const collection: Collection<{ _id: Long; title: string }> = client.db().collection(COLLECTION);
  return {
    retitle: async (id, title) => void (await collection.updateOne({ _id: Long.fromNumber(id) }, { $set: { title } })),
    close: () => client.close(),
  };
}

/** @returns with the types that the targets read: 64 bits where they have a long */
function stored({ id, title, pages, authorId }: Document): import('mongodb').Document {
  return { _id: Long.fromNumber(id), title, pages, authorId: Long.fromNumber(authorId) };
}
