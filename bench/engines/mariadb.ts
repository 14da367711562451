/** The database: its content, the same for every engine (`db-init/*.sql`), and the way to it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConnection, type ConnectionConfig, type Connection } from 'mariadb';
import { median } from '../util/math.ts';

/** Longest wait for a table that a target still uses. */
const LOCK_WAIT_SECONDS = 10;
const CONNECT_MS = 2000;
/** Many times what the slowest statement takes, the wait for a lock included. */
const ANSWER_MS = 60_000;
const PINGS = 5;
const PING_MS = 10_000;

export type Address = { host: string; port: number; user: string; password: string; database: string };

/** @throws {Error} one line that names MariaDB */
export async function connectToMariaDb(config: ConnectionConfig): Promise<Connection> {
  const connection = await createConnection(config).catch(nameMariaDb);
  // Without a listener the connector throws where nothing is asked while MariaDB ends, and nobody catches that. The next question fails anyway.
  return connection.on('error', () => {});
}

/** @param error of the connector, whose own words are `(conn:-1, no: 45012, …)`; fatal where the connection is gone */
export function nameMariaDb(error: Error & { fatal?: boolean }): never {
  throw error.fatal ? new Error(`MariaDB does not answer: ${error.message.split('\n')[0]}`, { cause: error }) : error;
}

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
export function query(address: Address, sql: string, connectMs: number = CONNECT_MS) {
  const config = { ...address, multipleStatements: true, connectTimeout: connectMs, socketTimeout: ANSWER_MS };
  return connected(config, (connection) => connection.query(sql));
}

/** By the protocol's ping, which is no SQL statement: its time is that of the network. @returns median of a few round trips (ms) */
export function databasePing(address: Address): Promise<number> {
  return connected({ ...address, connectTimeout: PING_MS, socketTimeout: PING_MS }, async (connection) => {
    await connection.ping();
    const tripsMs = [];
    for (let count = 0; count < PINGS; count++) {
      const sentMs = performance.now();
      await connection.ping();
      tripsMs.push(performance.now() - sentMs);
    }
    return median(tripsMs);
  });
}

/** @param ask over a connection that ends with it */
async function connected<T>(config: ConnectionConfig, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connectToMariaDb(config);
  try {
    return await ask(connection).catch(nameMariaDb);
  } finally {
    // A server that hangs would not answer the farewell of `end` either.
    connection.destroy();
  }
}
