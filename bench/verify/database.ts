/** The verification's own queries to the database. */
import { connectToMariaDb, nameMariaDb } from '../engines/mariadb.ts';
import { inTime } from '../util/wait.ts';
import type { QueryOptions } from 'mariadb';

export type Member = { id: number; name: string; age: number; teamId: number };

/** `taken`: its rows of `place` */
export type Event = { placesLeft: number; taken: number };

/** since the server's start, by the name of the status variable */
export type Counters = Record<string, number>;

export interface Database {
  counters: () => Promise<Counters>;
  countMembers: () => Promise<number>;
  findMember: (id: number) => Promise<Member | null>;
  whileMembersAreLocked: <T>(act: (countWaiting: () => Promise<number>) => Promise<T>) => Promise<T>;
  refillEvent: (id: number, places: number) => Promise<void>;
  findEvent: (id: number) => Promise<Event>;
  close: () => Promise<void>;
}

/** Rows read from tables and rows written, without temporary tables. MariaDB 10.11 and 11.4 no longer have InnoDB's `Innodb_rows_*`. */
export const ROWS_READ = 'Rows_read';
export const ROWS_WRITTEN = ['Handler_write', 'Handler_update', 'Handler_delete'];

/** Many times what the slowest query takes. */
const ANSWER_MS = 30_000;

/** a connection */
type Asked = { query: (sql: string | QueryOptions, values?: unknown[]) => Promise<any> };

export async function openDatabase(endpoint: {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): Promise<Database> {
  const opened = await connectToMariaDb({ ...endpoint, connectTimeout: 5_000, bigIntAsNumber: true });
  const connection: Asked = {
    query: (sql, values) =>
      inTime(opened.query(sql, values).catch(nameMariaDb), ANSWER_MS, `MariaDB did not answer within ${ANSWER_MS / 1000} s`),
  };
  return {
    counters: () => readCounters(connection),
    countMembers: async () => (await connection.query('SELECT COUNT(*) AS members FROM member'))[0].members,
    findMember: async (id) => (await connection.query('SELECT id, name, age, team_id AS teamId FROM member WHERE id = ?', [id]))[0] ?? null,
    whileMembersAreLocked: (act) => whileMembersAreLocked(connection, act),
    refillEvent: async (id, places) => {
      await connection.query('UPDATE event SET places_left = ? WHERE id = ?', [places, id]);
      await connection.query('DELETE FROM place WHERE event_id = ?', [id]);
    },
    findEvent: async (id) => {
      const sql =
        'SELECT places_left AS placesLeft, (SELECT COUNT(*) FROM place WHERE event_id = event.id) AS taken FROM event WHERE id = ?';
      return (await connection.query(sql, [id]))[0];
    },
    // A server that hangs would not answer the farewell of `end`.
    close: async () => opened.destroy(),
  };
}

/** Blocks statements on `member`, so that those in flight at the same time can be counted. */
async function whileMembersAreLocked<T>(connection: Asked, act: (countWaiting: () => Promise<number>) => Promise<T>): Promise<T> {
  await connection.query('LOCK TABLES member WRITE');
  try {
    const sql = "SELECT COUNT(*) AS waiting FROM information_schema.processlist WHERE state = 'Waiting for table metadata lock'";
    return await act(async () => (await connection.query(sql))[0].waiting);
  } finally {
    await connection.query('UNLOCK TABLES');
  }
}

async function readCounters(connection: Asked): Promise<Counters> {
  const others = [ROWS_READ, ...ROWS_WRITTEN];
  const rows = await connection.query(
    {
      sql: `SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Com\\_%' OR Variable_name IN (${others.map(() => '?').join()})`,
      rowsAsArray: true,
    },
    others,
  );
  const counters = Object.fromEntries(rows.map(([name, value]: [string, string]) => [name, Number(value)]));
  const missing = ['Com_select', 'Com_insert', ...others].filter((name) => !(name in counters));
  if (missing.length > 0) throw new Error(`this database lacks counters that the verification needs: ${missing.join(', ')}`);
  return counters;
}
