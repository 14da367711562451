/** The verification's own queries to the database. */
import { connectToMariaDb, nameMariaDb } from '../engines/mariadb.ts';
import { inTime } from '../util/wait.ts';
import type { QueryOptions } from 'mariadb';
import type { Endpoints } from '../engines/engine.ts';

export type Member = { id: number; name: string; age: number; teamId: number };

/** `taken`: its rows of `place` */
export type Event = { placesLeft: number; taken: number };

/** since the server's start, by the name of the status variable */
export type Counters = Record<string, number>;

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Rows read from tables and rows written, without temporary tables. MariaDB 10.11 and 11.4 no longer have InnoDB's `Innodb_rows_*`. */
export const ROWS_READ = 'Rows_read';
export const ROWS_WRITTEN = ['Handler_write', 'Handler_update', 'Handler_delete'];

const OF_ROWS = [ROWS_READ, ...ROWS_WRITTEN];
const SHOW_COUNTERS = `SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Com\\_%' OR Variable_name IN (${OF_ROWS.map(() => '?').join()})`;
const COUNT_WAITING = "SELECT COUNT(*) AS waiting FROM information_schema.processlist WHERE state = 'Waiting for table metadata lock'";
const FIND_EVENT =
  'SELECT places_left AS placesLeft, (SELECT COUNT(*) FROM place WHERE event_id = event.id) AS taken FROM event WHERE id = ?';

/** Many times what the slowest query takes. */
const ANSWER_MS = 30_000;

export async function openDatabase(endpoint: Endpoints['mariadb']) {
  const opened = await connectToMariaDb({ ...endpoint, connectTimeout: 5_000, bigIntAsNumber: true });
  const query = <Row>(sql: string | QueryOptions, values?: unknown[]) =>
    inTime(opened.query<Row[]>(sql, values).catch(nameMariaDb), ANSWER_MS, `MariaDB did not answer within ${ANSWER_MS / 1000} s`);
  return {
    counters: async () => countersOf(await query<[string, string]>({ sql: SHOW_COUNTERS, rowsAsArray: true }, OF_ROWS)),
    countMembers: async () => (await query<{ members: number }>('SELECT COUNT(*) AS members FROM member'))[0].members,
    findMember: async (id: number): Promise<Member | undefined> =>
      (await query<Member>('SELECT id, name, age, team_id AS teamId FROM member WHERE id = ?', [id]))[0],
    /** Blocks statements on `member`, so that those in flight at the same time can be counted. */
    whileMembersAreLocked: async (act: (countWaiting: () => Promise<number>) => Promise<number>): Promise<number> => {
      await query('LOCK TABLES member WRITE');
      try {
        return await act(async () => (await query<{ waiting: number }>(COUNT_WAITING))[0].waiting);
      } finally {
        await query('UNLOCK TABLES');
      }
    },
    refillEvent: async (id: number, places: number) => {
      await query('UPDATE event SET places_left = ? WHERE id = ?', [places, id]);
      await query('DELETE FROM place WHERE event_id = ?', [id]);
    },
    findEvent: async (id: number) => (await query<Event>(FIND_EVENT, [id]))[0],
    // A server that hangs would not answer the farewell of `end`.
    close: async () => opened.destroy(),
  };
}

function countersOf(rows: [string, string][]): Counters {
  const counters = Object.fromEntries(rows.map(([name, value]) => [name, Number(value)]));
  const missing = ['Com_select', 'Com_insert', ...OF_ROWS].filter((name) => !(name in counters));
  if (missing.length > 0) throw new Error(`this database lacks counters that the verification needs: ${missing.join(', ')}`);
  return counters;
}
