/** The database: its content, the same for every engine (`db-init/*.sql`), the way to it, and the delay that Toxiproxy makes on the targets' way. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConnection, type ConnectionConfig, type Connection } from 'mariadb';
import { messageOf } from '../util/errors.ts';
import { median } from '../util/math.ts';

/** Longest wait for a table that a target still uses. */
const LOCK_WAIT_SECONDS = 10;
const CONNECT_MS = 2000;
/** Many times what the slowest statement takes, the wait for a lock included. */
const ANSWER_MS = 60_000;
const PINGS = 5;
const PING_MS = 10_000;
const TOXIPROXY_MS = 5000;

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
      throw new Error(`db-init/${name} failed: ${messageOf(error).split('\n')[0]}`, { cause: error });
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

async function connected<T>(config: ConnectionConfig, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connectToMariaDb(config);
  try {
    return await ask(connection).catch(nameMariaDb);
  } finally {
    // A server that hangs would not answer the farewell of `end` either.
    connection.destroy();
  }
}

/** @param url of Toxiproxy's API, which has the proxy `mariadb` @param rttMs whole number; it replaces an earlier delay */
export async function setDelay(url: string, rttMs: number) {
  const toxics = `${url}/proxies/mariadb/toxics`;
  // Half of it each way, in whole milliseconds, as Toxiproxy requires.
  for (const [stream, latency] of Object.entries({ upstream: Math.floor(rttMs / 2), downstream: Math.ceil(rttMs / 2) })) {
    await fetch(`${toxics}/${stream}`, { method: 'DELETE', signal: AbortSignal.timeout(TOXIPROXY_MS) });
    await postToToxiproxy(toxics, { name: stream, type: 'latency', stream, toxicity: 1, attributes: { latency, jitter: 0 } });
  }
}

export async function postToToxiproxy(url: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TOXIPROXY_MS) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Toxiproxy refused ${url}: ${answer.trim()}`);
}
