/** Measures the round trip to the database. */
import { median } from '../util/math.ts';
import { connectToMariaDb, nameMariaDb } from './mariadb.ts';
import type { Address } from './seed.ts';

const PINGS = 5;
const PATIENCE_MS = 10_000;

/**
 * Uses the protocol's ping, which is no SQL statement: the server does next to nothing, so the time is that of the network.
 * @returns median of a few round trips (ms)
 */
export async function databasePing(address: Address): Promise<number> {
  const connection = await connectToMariaDb({ ...address, connectTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS });
  try {
    await connection.ping().catch(nameMariaDb);
    const tripsMs = [];
    for (let count = 0; count < PINGS; count++) {
      const sentMs = performance.now();
      await connection.ping().catch(nameMariaDb);
      tripsMs.push(performance.now() - sentMs);
    }
    return median(tripsMs);
  } finally {
    connection.destroy();
  }
}
