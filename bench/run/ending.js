/** How a command ends before its time: the signals, and a reader of our output that went away. */
import { Interruption } from '../errors.js';

/** Exit codes as shells give them: 128 + the signal's number. */
const SIGNALS = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 });

/**
 * @returns {{ signal: AbortSignal, dispose: () => void }} aborted with an `Interruption` at the first signal; later ones change nothing, since
 *   the children are being stopped by then
 */
export function listenForInterruption() {
  const controller = new AbortController();
  /** @param {NodeJS.Signals} name */
  const onSignal = (name) => controller.abort(new Interruption(name, SIGNALS[/** @type {keyof typeof SIGNALS} */ (name)]));
  const onBrokenPipe = () => controller.abort(new Interruption('nobody reads the output', 141));
  for (const name of Object.keys(SIGNALS)) process.on(name, onSignal);
  process.stdout.on('error', onBrokenPipe);
  process.stderr.on('error', onBrokenPipe);
  const dispose = () => {
    for (const name of Object.keys(SIGNALS)) process.off(name, onSignal);
  };
  return { signal: controller.signal, dispose };
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} signal
 * @returns {Promise<T>} the promise's result, or a rejection with the signal's reason as soon as it is aborted
 */
export function untilAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
