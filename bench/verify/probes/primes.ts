/** Requests for the number of primes up to a limit, and their CPU time. */
import { getExpecting } from './get.ts';
import type { Subject } from '../work/index.ts';

/** with its answer */
export type Question = { limit: number; primes: number };

/**
 * @param path that takes a limit
 * @returns CPU milliseconds of the target's process for these requests, one after the other, and one scrape
 */
export async function cpuMsOf(subject: Subject, path: string, question: Question, requests: number): Promise<number> {
  const before = await subject.management.cpuMs();
  for (let request = 0; request < requests; request++) await ask(subject, path, question);
  return (await subject.management.cpuMs()) - before;
}

/** @throws {Error} if the answer is wrong */
export async function ask({ client }: Subject, path: string, { limit, primes }: Question) {
  const { difference } = await getExpecting(client, `${path}?limit=${limit}`, { limit, primes });
  if (difference !== null) throw new Error(difference);
}
