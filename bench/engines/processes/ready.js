/** Waits until something that was started answers. */
import { once } from 'node:events';
import net from 'node:net';
import { waitUntil } from '../../util/wait.js';
import { exitText } from '../../util/text.js';

const POLL_MS = 100;
const ANSWER_MS = 2000;

/**
 * @param {import('./supervise.js').Supervised} supervised
 * @param {number} limitMs
 * @param {() => Promise<boolean>} answers may reject for 'not yet'
 * @param {number} [everyMs]
 * @returns {Promise<void>}
 * @throws {Error} one line, if it ends or the time is over: why, by its log, and where that is
 */
export async function untilReady(supervised, limitMs, answers, everyMs = POLL_MS) {
  const isReady = async () => {
    if (supervised.exit) throw new Error(`${supervised.name} ended while it started: ${await explain(supervised)}`);
    return answers().catch(() => false);
  };
  if (await waitUntil(isReady, { everyMs, withinMs: limitMs })) return;
  throw new Error(`${supervised.name} did not answer within ${limitMs / 1000} s: ${await explain(supervised)}`);
}

/**
 * @param {import('./supervise.js').Supervised} supervised
 * @returns {Promise<string>} how it ended, if it did; the most informative line of its log; the log
 */
export async function explain(supervised) {
  const { exit, logFile } = supervised;
  const how = exit && exitText(exit);
  return [how, await supervised.cause(), `see ${logFile}`].filter(Boolean).join('; ');
}

/**
 * @param {string} url
 * @returns {Promise<boolean>} whether it answers with 2xx
 */
export async function isOk(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  await response.arrayBuffer();
  return response.ok;
}

/** @param {string} url @returns {Promise<boolean>} whether something answers there, whatever it is */
export function isAnswering(url) {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  );
}

/**
 * @param {number} port of 127.0.0.1
 * @returns {Promise<boolean>} whether something listens there
 */
export async function accepts(port) {
  const socket = net.connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
