/** Requests whose expected answer a check computes. */
import { Difference } from '../finding.ts';
import type { Client, Received } from '../client.ts';

/** @param expected the answer, as a value @param when begins the message @throws {Difference} for another answer */
export async function getExpecting(client: Client, path: string, expected: unknown, when = ''): Promise<Received> {
  const received = await client.send({ method: 'GET', path });
  const body = received.body.toString();
  const wanted = JSON.stringify(expected);
  if (received.status === 200 && body === wanted) return received;
  throw new Difference(`${when}GET ${path}: expected 200 ${wanted}, got ${received.status} ${body.slice(0, 200)}`);
}

/** @returns the same promise, which may be awaited later: until then a failure is no unhandled rejection, with which Node.js would exit */
export function underWay<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
