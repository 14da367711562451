/** Waits until something that was started answers: a process, a container or a pod. */
import { once } from 'node:events';
import net from 'node:net';
import { exitText } from '../../util/text.ts';
import { waitUntil } from '../../util/wait.ts';
import type { Endpoints, Exit } from '../engine.ts';

const POLL_MS = 100;
const ANSWER_MS = 2000;

export interface Started {
  name: string;
  /** null while it is running */
  exit: Exit | null;
  /** what is known of its failure, see `explanation`; `why`: of the last answer that was none */
  explain: (why?: string) => string | Promise<string>;
  /** throws where it is in vain to wait on */
  refuse?: () => void;
}

/** @returns its end, if it has ended; the reason, if one is known; where its log is */
export function explanation(exit: Exit | null, reason: string, log: string): string {
  return [exit && exitText(exit), reason, `see ${log}`].filter(Boolean).join('; ');
}

/** @param answers rejects, or resolves with false, for 'not yet' @throws {Error} one line, if it ends or the time is over */
export async function untilReady(started: Started, withinMs: number, answers: () => Promise<unknown>, everyMs = POLL_MS): Promise<void> {
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
  if (await waitUntil(isReady, { everyMs, withinMs })) return;
  throw new Error(`${started.name} did not answer within ${withinMs / 1000} s: ${await started.explain(why)}`);
}

/** Asks both servers of a target: on a busy machine its management server has reported health before its own port was open. */
export async function requireHealthy({ health, target }: Pick<Endpoints, 'health' | 'target'>, name: string) {
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
