/** Waits until something that was started answers: a process, a container or a pod. */
import { once } from 'node:events';
import net from 'node:net';
import { waitUntil } from '../../util/wait.ts';
import type { Exit } from '../engine.ts';

const POLL_MS = 100;
const ANSWER_MS = 2000;

export interface Started {
  name: string;
  /** null while it is running */
  exit: Exit | null;
  /** what is known of its failure: its end, if it has ended, the reason, and where its log is; `why`: of the last answer that was none */
  explain: (why?: string) => string | Promise<string>;
  /** throws where it is in vain to wait on */
  refuse?: () => void;
}

/** @param answers rejects, or resolves with false, for 'not yet' @throws {Error} one line, if it ends or the time is over */
export async function untilReady(
  started: Started,
  limitMs: number,
  answers: () => Promise<unknown>,
  everyMs: number = POLL_MS,
): Promise<void> {
  let why = '';
  const isReady = async () => {
    started.refuse?.();
    if (started.exit) throw new Error(`${started.name} ended while it started: ${await started.explain()}`);
    return answers().then(
      (answer) => answer !== false,
      ({ message }: Error) => {
        why = message.split('\n')[0];
        return false;
      },
    );
  };
  if (await waitUntil(isReady, { everyMs, withinMs: limitMs })) return;
  throw new Error(`${started.name} did not answer within ${limitMs / 1000} s: ${await started.explain(why)}`);
}

/**
 * Asks both servers, its own first: on a busy machine the management server has reported health before the target's own port was open.
 * @param name of a target
 * @throws {Error} if it is not healthy
 */
export async function requireHealthy(
  { health, target }: { health: (name: string) => string; target: (name: string) => string },
  name: string,
) {
  await requireAnswer(target(name));
  await requireOk(health(name));
}

/** @throws {Error} if it does not answer with 2xx */
export async function requireOk(url: string, headers?: Record<string, string>) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** @throws {Error} if nothing answers there, whatever it is */
export async function requireAnswer(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await response.body?.cancel();
}

/** @returns whether something listens there */
export async function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = net.connect({ port, host });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
