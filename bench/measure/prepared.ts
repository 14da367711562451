/** Idle targets, and the database as it was seeded, with nothing left to sell. */
import { waitForDrain, waitForIdle } from './idle.ts';
import { PartFailure } from './part/failure.ts';
import { sellOut } from './stock.ts';
import { yardstick, type Yardstick } from './yardstick.ts';
import type { Part, Check } from '../record/part.ts';
import type { Engine } from '../engines/engine.ts';
import type { PartContext } from './part/context.ts';

/** 300 users whose requests wait half a second each for one row, one after the other. */
const DRAIN_LIMIT_MS = 180_000;
const IDLE_LIMIT_MS = 10_000;

interface Prepared {
  databaseRtt: Part['databaseRtt'];
  yardstick: Yardstick;
  /** are all of them idle? */
  check: Check;
}

/** @param targets running and warm @throws {PartFailure} if the database does not answer */
export async function prepared({ engine, run }: PartContext, scenario: string, targets: string[]): Promise<Prepared> {
  const { endpoints } = engine;
  // Requests of the warm-up that are still under way would write into the new rows.
  await Promise.all(targets.map((target) => waitForDrain(endpoints, target, DRAIN_LIMIT_MS)));
  await engine.resetDatabase();
  const { database, eventId } = run.catalogue.scenarios[scenario];
  const databaseRtt = database ? await roundTrip(engine, run.databaseRttMs) : null;
  const idle = await Promise.all(targets.map((target) => waitForIdle(endpoints, target, IDLE_LIMIT_MS)));
  const busy = targets.filter((_, index) => !idle[index]);
  const detail = busy.length === 0 ? 'idle before the load' : `${busy.join(', ')} still busy after ${IDLE_LIMIT_MS} ms`;
  const speed = yardstick();
  if (eventId !== undefined) await sellOut(endpoints.mariadb, eventId);
  return { databaseRtt, yardstick: speed, check: { name: 'idle', ok: busy.length === 0, detail } };
}

/** Measured each time, whatever the run asks for. */
async function roundTrip(engine: Engine, setMs: number | null) {
  try {
    return { setMs, measuredMs: Number((await engine.databasePing()).toFixed(3)) };
  } catch (error) {
    throw new PartFailure(`the database does not answer a ping: ${(error as Error).message.split('\n')[0]}`);
  }
}
