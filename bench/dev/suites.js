/** Runs a list of programs one after the other, showing their output, and sums up which of them failed. */
import { spawn } from 'node:child_process';

/** @typedef {{ name: string, file: string, args: string[], env?: Record<string, string> }} Suite */

/**
 * @param {Suite[]} suites
 * @param {Pick<import('../setup/command.js').Command, 'root' | 'log' | 'warn' | 'signal'>} command
 * @returns {Promise<number>} exit code: 0 if all passed
 */
export async function runSuites(suites, { root, log, warn, signal }) {
  /** @type {string[]} */
  const failed = [];
  for (const { name, file, args, env } of suites) {
    signal.throwIfAborted();
    log(`== ${name}`);
    const startedMs = Date.now();
    const exit = await ending(
      spawn(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }),
      signal,
    );
    log(`== ${name}: ${exit === 0 ? 'passed' : `failed (${exit})`}, ${Math.round((Date.now() - startedMs) / 1000)} s`);
    if (exit !== 0) failed.push(name);
  }
  if (failed.length) warn(`failed: ${failed.join(', ')}`);
  return failed.length ? 1 : 0;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {AbortSignal} signal
 * @returns {Promise<number | string>} exit code, or why there is none
 */
function ending(child, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      child.kill('SIGTERM');
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => {
      signal.removeEventListener('abort', onAbort);
      resolve(code ?? by ?? 'unknown');
    });
  });
}
