/** The content of MongoDB, the same for every engine and for the stand-in. */
import { Long, MongoClient } from 'mongodb';
import { messageOf } from '../util/errors.ts';

/** Number of seeded documents, with the ids 1 … DOCUMENTS. The only index is that of `_id`, which every collection has. */
export const DOCUMENTS = 10_000;

const PATIENCE_MS = 10_000;

/** with the types that the targets read: 64 bits where they have a long */
type Stored = { _id: Long; title: string; pages: number; authorId: Long };
/** the content, to be changed */
export type Documents = { retitle: (id: number, title: string) => Promise<void>; close: () => Promise<void> };

/** @param id 1 … DOCUMENTS @returns as in an answer; `id` is `_id` in the collection */
export function seededDocument(id: number) {
  return { id, title: `document-${String(id).padStart(5, '0')}`, pages: 10 + (id % 90), authorId: 1 + (id % 100) };
}

function open(uri: string) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: PATIENCE_MS });
  return { collection: client.db().collection<Stored>('document'), close: () => client.close() };
}

/** No scenario changes them: once per run is enough. @param uri such as mongodb://127.0.0.1:27117/bench @throws {Error} one line with it */
export async function seedDocuments(uri: string) {
  const { collection, close } = open(uri);
  try {
    await collection.deleteMany({});
    const documents = Array.from({ length: DOCUMENTS }, (_, index) => {
      const { id, authorId, ...others } = seededDocument(index + 1);
      return { _id: Long.fromNumber(id), ...others, authorId: Long.fromNumber(authorId) };
    });
    await collection.insertMany(documents);
  } catch (error) {
    throw new Error(`the documents were not stored in ${uri}: ${messageOf(error).split('\n')[0]}`, { cause: error });
  } finally {
    await close();
  }
}

/** @param uri with the database @returns connects at the first use */
export function openDocuments(uri: string): Documents {
  const { collection, close } = open(uri);
  return { close, retitle: async (id, title) => void (await collection.updateOne({ _id: Long.fromNumber(id) }, { $set: { title } })) };
}
