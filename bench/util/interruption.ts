/** How a command is interrupted: by a signal, or because the reader of its output is gone. */
import { readFileSync } from 'node:fs';
import { Interruption } from './errors.ts';

/** Exit codes as shells give them: 128 + the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** @returns aborted with an `Interruption` at the first signal. Later signals have no effect, because the children are already being stopped */
export function listenForInterruption(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  const aborting = (why: string, exitCode: number) => () => controller.abort(new Interruption(why, exitCode));
  const onBrokenPipe = aborting('the reader of the output is gone', 141);
  const isDeaf = startedByNohup();
  const listeners = Object.entries(SIGNALS).map(([name, exitCode]) => {
    return [name, name === 'SIGHUP' && isDeaf ? () => {} : aborting(name, exitCode)] as const;
  });
  for (const [name, listener] of listeners) process.on(name, listener);
  process.stdout.on('error', onBrokenPipe);
  process.stderr.on('error', onBrokenPipe);
  const dispose = () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
  return { signal: controller.signal, dispose };
}

/**
 * `nohup make compare` must survive its terminal. Node.js does not keep the signals that it was started to ignore, but its parent does.
 * @returns false if the system has no /proc
 */
function startedByNohup(): boolean {
  try {
    const ignored = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8'))?.[1];
    // Bit 0 is signal 1, SIGHUP (proc(5)).
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** @returns the promise's result, or a rejection with the signal's reason as soon as it is aborted */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
