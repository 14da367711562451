/** Before a load: idle targets, and the database as it was seeded, with nothing left to sell. After it: no target with a backlog. */
import { query, type Address } from '../engines/mariadb.ts';
import { IDLE_LIMIT_MS, waitForDrain, waitForIdle } from './idle.ts';
import { PartFailure, type PartContext } from './part/context.ts';
import { yardstick } from './yardstick.ts';

/** 300 users whose requests wait half a second each for one row, one after the other. */
const DRAIN_LIMIT_MS = 180_000;
const BACKLOG_LIMIT_MS = 2_000;

/** @param targets running and warm @returns `check`: are all of them idle? @throws {PartFailure} if the database does not answer */
export async function prepared({ engine, run }: PartContext, scenario: string, targets: string[]) {
  const { endpoints } = engine;
  // Requests of the warm-up that are still under way would write into the new rows.
  await Promise.all(targets.map((target) => waitForDrain(endpoints, target, DRAIN_LIMIT_MS)));
  await engine.resetDatabase();
  const { database, eventId } = run.catalogue.scenarios[scenario];
  // Measured each time, whatever the run asks for.
  const databaseRtt = database ? { setMs: run.databaseRttMs, measuredMs: Number((await ping(engine)).toFixed(3)) } : null;
  const idle = await Promise.all(targets.map((target) => waitForIdle(endpoints, target)));
  const busy = targets.filter((_, index) => !idle[index]);
  const detail = busy.length === 0 ? 'idle before the load' : `${busy.join(', ')} still busy after ${IDLE_LIMIT_MS} ms`;
  const speed = yardstick();
  // No place is left to sell in scenario `lock`: then the work of every slice is the same.
  if (eventId !== undefined) await query(endpoints.mariadb, `UPDATE event SET places_left = 0 WHERE id = ${eventId}`);
  return { databaseRtt, yardstick: speed, check: { name: 'idle', ok: busy.length === 0, detail } };
}

function ping(engine: PartContext['engine']): Promise<number> {
  return engine.databasePing().catch((error: Error) => {
    throw new PartFailure(`the database does not answer a ping: ${error.message.split('\n')[0]}`);
  });
}

/** Ends targets that were left with a backlog: it would spoil what follows, or drain for minutes. @param scenario whose load has ended */
export async function settled({ engine, jvms }: PartContext, scenario: string, targets: string[]) {
  for (const target of targets) {
    if (!engine.targets.isRunning(target)) continue;
    const drained = await waitForDrain(engine.endpoints, target, BACKLOG_LIMIT_MS);
    if (!drained) await jvms.discard(target, `${scenario} had left it with a backlog`);
  }
}

/** None is sold twice: the database is asked after the load. @returns `rows`: of `place`; `left`: `event.places_left` */
export async function stockOf(address: Address, eventId: number) {
  const [row] = await query(
    address,
    `SELECT (SELECT COUNT(*) FROM place WHERE event_id = ${eventId}) AS taken, (SELECT places_left FROM event WHERE id = ${eventId}) AS places_left`,
  );
  return { rows: Number(row.taken), left: Number(row.places_left) };
}

/** @param stock after a load that began sold out @returns what is wrong, in a sentence for the report; null if nothing was sold */
export function soldOutFault({ rows, left }: Awaited<ReturnType<typeof stockOf>>): string | null {
  if (rows === 0 && left === 0) return null;
  return `oversold: no place was left before the load; after it ${rows} rows in place, places_left ${left}`;
}
