/** Looking at processes. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../setup/cache.js';

/** @param {number} pid @returns {boolean} whether it runs; a dead process that nobody has reaped yet does not */
export function runs(pid) {
  if (!isAlive(pid)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Waits for something that must come; the limit only keeps a failing test from hanging.
 *
 * @param {() => boolean | Promise<boolean>} condition
 * @param {string} what
 * @param {number} [withinMs]
 */
export async function eventually(condition, what, withinMs = 120_000) {
  const deadlineMs = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`did not happen: ${what}`);
    await sleep(20);
  }
}

/** @param {number} count @returns {Promise<number[]>} ports of 127.0.0.1 that nobody uses */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
