/** What a check found of a target, and how checks ask. */
import { messageOf } from '../util/errors.ts';
import type { Client, Received } from './client.ts';

export type Finding = { ok: boolean; detail: string };

/** The target does other work than it should: the message says so. Any other error means that this could not be checked. */
export class Difference extends Error {}

/** @param check returns what is right, in a few words @returns its failure as a finding, if it throws */
export async function findingOf(check: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, detail: await check() };
  } catch (error) {
    return { ok: false, detail: `${error instanceof Difference ? '' : 'not checked: '}${messageOf(error)}` };
  }
}

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
