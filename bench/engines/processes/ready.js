/** Waits until something that was started answers: a process, a container or a pod. */
import { once } from 'node:events';
import net from 'node:net';
import { waitUntil } from '../../util/wait.js';

const POLL_MS = 100;
const ANSWER_MS = 2000;

/**
 * @typedef {object} Started
 * @property {string} name
 * @property {import('../engine.js').Exit | null} exit null while it is running
 * @property {(why?: string) => string | Promise<string>} explain what is known of its failure: its end, if it has ended, the reason, and where its log is;
 *   `why`: of the last answer that was none
 * @property {() => void} [refuse] throws where it is in vain to wait on
 */

/**
 * @param {Started} started
 * @param {number} limitMs
 * @param {() => Promise<unknown>} answers rejects, or resolves with false, for 'not yet'
 * @param {number} [everyMs]
 * @returns {Promise<void>}
 * @throws {Error} one line, if it ends or the time is over
 */
export async function untilReady(started, limitMs, answers, everyMs = POLL_MS) {
  let why = '';
  const isReady = async () => {
    started.refuse?.();
    if (started.exit) throw new Error(`${started.name} ended while it started: ${await started.explain()}`);
    return answers().then(
      (answer) => answer !== false,
      (/** @type {Error} */ { message }) => {
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
 * @param {{ health: (name: string) => string, target: (name: string) => string }} endpoints
 * @param {string} name of a target
 * @throws {Error} if it is not healthy
 */
export async function requireHealthy({ health, target }, name) {
  await requireAnswer(target(name));
  await requireOk(health(name));
}

/** @param {string} url @param {Record<string, string>} [headers] @throws {Error} if it does not answer with 2xx */
export async function requireOk(url, headers) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** @param {string} url @throws {Error} if nothing answers there, whatever it is */
export async function requireAnswer(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await response.body?.cancel();
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} whether something listens there */
export async function accepts(port, host = '127.0.0.1') {
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
