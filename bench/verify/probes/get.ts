/** Requests whose expected answer a check computes. */
import type { Client, Received } from '../client.ts';

/** @param expected the answer, as a value */
export async function getExpecting(
  client: Client,
  path: string,
  expected: unknown,
): Promise<{ received: Received; difference: string | null }> {
  const received = await client.send({ method: 'GET', path });
  const body = received.body.toString();
  const same = received.status === 200 && body === JSON.stringify(expected);
  const difference = same ? null : `GET ${path}: expected 200 ${JSON.stringify(expected)}, got ${received.status} ${body.slice(0, 200)}`;
  return { received, difference };
}
