/** The database's content, the same for every engine: `db-init/*.sql`. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectToMariaDb, nameMariaDb } from './mariadb.ts';

/** Longest wait for a table that a target still uses. */
const LOCK_WAIT_SECONDS = 10;

const CONNECT_MS = 2000;
/** Many times what the slowest statement takes, the wait for a lock included. */
const ANSWER_MS = 60_000;

export type Address = { host: string; port: number; user: string; password: string; database: string };

/** Resets the database to `db-init/*.sql`. @throws {Error} one line that names the file */
export async function resetDatabase(address: Address, root: string) {
  const directory = path.join(root, 'db-init');
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files) {
    try {
      await query(address, `SET lock_wait_timeout = ${LOCK_WAIT_SECONDS};\n${await readFile(path.join(directory, name), 'utf8')}`);
    } catch (error) {
      throw new Error(`db-init/${name} failed: ${(error as Error).message.split('\n')[0]}`, { cause: error });
    }
  }
}

/** @param sql one or more statements @throws {Error} one line that names MariaDB, if it does not answer */
export async function query(address: Address, sql: string, connectMs: number = CONNECT_MS) {
  const limits = { connectTimeout: connectMs, socketTimeout: ANSWER_MS };
  const connection = await connectToMariaDb({ ...address, multipleStatements: true, ...limits });
  try {
    return await connection.query(sql).catch(nameMariaDb);
  } finally {
    // A server that hangs would not answer the farewell of `end` either.
    connection.destroy();
  }
}
