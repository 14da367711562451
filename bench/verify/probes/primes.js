/** Requests for the number of primes up to a limit, and their CPU time. */
import { getExpecting } from './get.js';

/**
 * @typedef {import('../work/index.js').Subject} Subject
 * @typedef {{ limit: number, primes: number }} Question with its answer
 */

/**
 * @param {Subject} subject
 * @param {string} path that takes a limit
 * @param {Question} question
 * @param {number} requests
 * @returns {Promise<number>} CPU milliseconds of the target's process for these requests, one after the other, and one scrape
 */
export async function cpuMsOf(subject, path, question, requests) {
  const before = await subject.management.cpuMs();
  for (let request = 0; request < requests; request++) await ask(subject, path, question);
  return (await subject.management.cpuMs()) - before;
}

/** @param {Subject} subject @param {string} path @param {Question} question @throws {Error} if the answer is wrong */
export async function ask({ client }, path, { limit, primes }) {
  const { difference } = await getExpecting(client, `${path}?limit=${limit}`, { limit, primes });
  if (difference !== null) throw new Error(difference);
}
