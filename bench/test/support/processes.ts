/** Looking at processes. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../setup/cache.ts';
import type { AddressInfo } from 'node:net';

/** @returns whether it runs; a dead process that nobody has reaped yet does not */
export function runs(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits for something that must come; the limit only keeps a failing test from hanging. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string, withinMs: number = 120_000) {
  const deadlineMs = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`did not happen: ${what}`);
    await sleep(20);
  }
}

/** @returns ports of 127.0.0.1 that nobody uses */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
