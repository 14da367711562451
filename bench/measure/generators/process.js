/** One k6 as a process of the runner, or as what its child here only hands on. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { diesWithParent } from '../../util/parent-death.js';

/**
 * @typedef {object} K6Run
 * @property {import('../../engines/engine.js').Generator} generator where it runs
 * @property {string[]} words k6 with its arguments
 * @property {Record<string, string>} environment for k6 and its outputs
 * @property {string} logFile
 * @property {number} lastsSeconds its load, with the wait for the last answers. A k6 that runs much longer is killed: it hangs, or somebody has stopped it
 */
/** @typedef {{ exitCode: number | null, signal: string | null }} K6End `signal`: that ended it, and why where the runner sent it */
/**
 * @typedef {object} K6
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<K6End>} ended
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/** For k6's own start and setup(), which may take half a minute (the scripts' setupTimeout). */
const BESIDE_LOAD_SECONDS = 45;

/** @param {K6Run} run @param {number} [besideLoadSeconds] @returns {K6} */
export function startK6({ generator, words, environment, logFile, lastsSeconds }, besideLoadSeconds = BESIDE_LOAD_SECONDS) {
  const command = generator.command(words, { K6_NO_USAGE_REPORT: 'true', ...environment });
  const [program, ...args] = [...diesWithParent(), ...command.words];
  const log = openSync(logFile, 'w');
  // Detached: Ctrl-C in the terminal must reach the runner alone, which then ends its children in the right order.
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...plainEnvironment(), ...command.environment },
  });
  closeSync(log);
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (command.kill) void command.kill(signal).catch(() => {}); // it is gone, or the watchdog ends the child here
    if (!command.kill || signal === 'SIGKILL') child.kill(signal);
  };
  return { child, kill, ended: endOf(child, kill, lastsSeconds + besideLoadSeconds) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {K6['kill']} kill
 * @param {number} withinSeconds it is killed after that time
 * @returns {Promise<K6End>}
 */
function endOf(child, kill, withinSeconds) {
  let why = '';
  const watchdog = setTimeout(() => {
    why = ` (it had not ended after ${withinSeconds} s)`;
    kill('SIGKILL');
  }, withinSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(watchdog);
      reject(error);
    });
    child.once('exit', (exitCode, signal) => {
      clearTimeout(watchdog);
      resolve({ exitCode, signal: signal && `${signal}${why}` });
    });
  });
}

/** Options of k6 in the user's shell (K6_VUS, K6_OUT, …) would silently change what is measured. */
function plainEnvironment() {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}
