/** Looking at processes. */
import { namesIn, readIfThere } from '../../collect/proc.ts';
import { isFree } from '../../engines/native/ports.ts';
import { isAlive } from '../../setup/cache.ts';
import { waitUntil } from '../../util/wait.ts';

/** @returns whether it runs; a dead process that nobody has reaped yet does not */
export function runs(pid: number): boolean {
  return isAlive(pid) && /^State:\s+[^Z]/m.test(readIfThere(`/proc/${pid}/status`));
}

export const processIds = (): number[] => namesIn('/proc').map(Number).filter(Boolean);

/** @returns its command line, '' if it has ended */
export const commandOf = (pid: number): string => readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** Waits for something that must come; the limit only keeps a failing test from hanging. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string) {
  if (!(await waitUntil(condition, { everyMs: 20, withinMs: 120_000 }))) throw new Error(`did not happen: ${what}`);
}

/** Below those that Linux gives to outgoing connections: one of them could take a port before its server does. Each process of the tests has some. */
const FIRST_PORT = 11_000;
const PORTS_OF_EACH = 50;
const SHARES = 130;
let nextPort = FIRST_PORT + (process.pid % SHARES) * PORTS_OF_EACH;

/** @returns ports of 127.0.0.1 that nobody uses, each once in this process */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = nextPort++;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
