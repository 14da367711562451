/** Runs programs side by side, shows the output of those that fail only, and prints one line for each: result, name, tests, seconds. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} file program
 * @property {string[]} args
 * @property {Record<string, string>} [env] added to this process's environment
 * @property {boolean} [afterPrevious] starts when all suites before it in the list have ended
 * @property {boolean} [alone] the same, and later suites start when it has ended
 * @property {(output: string) => number} [countTests]
 * @property {(output: string) => string[]} [remarks] lines to print where it passed
 */

/** @typedef {Pick<import('../setup/command.js').Command, 'root' | 'log' | 'warn' | 'signal'>} Command */

/**
 * @param {Suite[]} suites begin in this order, as many at once as the machine has cores
 * @param {Command} command
 * @param {number} [atOnce]
 * @returns {Promise<number>} exit code: 0 if all passed
 */
export async function runSuites(suites, command, atOnce = availableParallelism()) {
  const width = Math.max(...suites.map(({ name }) => name.length));
  /** @type {string[]} */
  const failed = [];
  const runNext = async (/** @type {Suite[]} */ waiting) => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      command.signal.throwIfAborted();
      const { passed, line } = await runSuite(suite, command, width);
      command.log(line);
      if (!passed) failed.push(suite.name);
    }
  };
  for (const together of batches(suites)) await Promise.all(Array.from({ length: atOnce }, () => runNext(together)));
  if (failed.length) command.warn(`failed: ${failed.join(', ')}`);
  return failed.length ? 1 : 0;
}

/** @param {Suite[]} suites @returns {Suite[][]} those that may run at the same time */
function batches(suites) {
  /** @type {Suite[][]} */
  const all = [[]];
  for (const suite of suites) {
    const last = all[all.length - 1];
    if (suite.afterPrevious || suite.alone || last[0]?.alone) all.push([suite]);
    else last.push(suite);
  }
  return all;
}

/**
 * @param {Suite} suite
 * @param {Command} command
 * @param {number} width of the column of names
 */
async function runSuite({ name, file, args, env, countTests, remarks }, { root, log, signal }, width) {
  const startedMs = performance.now();
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const exit = await ending(child, signal);
  const passed = exit === 0;
  if (!passed) log(`== ${name}\n${output.trimEnd()}`);
  else for (const remark of remarks?.(output) ?? []) log(`  ${remark}`);
  const tests = countTests ? `${countTests(output)} tests` : '';
  const seconds = `${Math.round((performance.now() - startedMs) / 1000)} s`;
  const line = `${passed ? 'passed' : 'failed'}  ${name.padEnd(width)}  ${tests.padStart(10)}  ${seconds.padStart(6)}`;
  return { passed, line: passed ? line : `${line}  (${exit})` };
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
    child.once('close', (code, by) => {
      signal.removeEventListener('abort', onAbort);
      resolve(code ?? by ?? 'unknown');
    });
  });
}
