/** Child processes that never outlive the runner: each has its own process group, logs to a file and is ended by TERM, then KILL. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { diesWithParent } from '../../util/parent-death.js';
import { causeIn } from '../../util/programs.js';
import { exitText } from '../../util/text.js';

/** How long a process may take to end after TERM. */
const TERM_MS = 5000;

/** @typedef {{code: number | null, signal: NodeJS.Signals | null}} Exit */

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {number} pid
 * @property {string} logFile
 * @property {Exit | null} exit null while it is running
 * @property {Promise<Exit>} ended
 * @property {(options?: {hard?: boolean}) => Promise<Exit>} end ends it and everything in its process group; `hard`: by KILL at once
 * @property {() => Promise<string>} cause the line of its log with the reason for its end
 * @property {() => Promise<string>} explain how it ended, if it did; its cause; where the log is
 */

/**
 * Starts a program. The process has its own group, so that Ctrl-C in the terminal reaches only the runner, which then ends its children in
 * order. If `setpriv` is available, the kernel kills the process when the runner is killed.
 *
 * @param {object} options
 * @param {string} options.name for people
 * @param {string[]} options.command program and arguments; wrappers must use exec, so that the process keeps its id
 * @param {string} options.logFile gets standard output and error
 * @param {string} options.cwd
 * @param {Record<string, string>} [options.env] added to the clean environment
 * @param {string} [options.input] for standard input
 * @returns {Promise<Supervised>} rejects with one line, if the program cannot be started
 */
export async function start({ name, command, logFile, cwd, env = {}, input }) {
  const log = openSync(logFile, 'a');
  const [program, ...args] = [...diesWithParent(), ...command];
  const child = spawn(program, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', log, log],
  });
  closeSync(log);
  /** @type {Promise<Exit>} */
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`, { cause: error })));
  });
  // Otherwise a program that ends without reading its input would end the runner with EPIPE.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  /** @type {Supervised} */
  const supervised = {
    name,
    pid: /** @type {number} */ (child.pid),
    logFile,
    exit: null,
    ended,
    end: ({ hard = false } = {}) => end(supervised, hard),
    cause: async () => causeIn(await readFile(logFile, 'utf8').catch(() => '')),
    explain: async () =>
      [supervised.exit && exitText(supervised.exit), await supervised.cause(), `see ${logFile}`].filter(Boolean).join('; '),
  };
  ended.then((exit) => {
    supervised.exit = exit;
    // Children that a wrapper leaves behind would keep their ports and use CPU.
    try {
      killGroup(supervised.pid);
    } catch {
      // EPERM: whatever is left is not ours.
    }
  });
  return supervised;
}

/** @param {Supervised} supervised @param {boolean} hard @returns {Promise<Exit>} */
async function end(supervised, hard) {
  if (supervised.exit === null && !hard) {
    signalGroup(supervised.pid, 'SIGTERM');
    await within(TERM_MS, supervised.ended);
  }
  if (supervised.exit === null) killGroup(supervised.pid);
  return supervised.ended;
}

/**
 * Ends a child that was not started here: TERM, then KILL.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>} when it has ended
 */
export async function endChild(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await within(TERM_MS, ended);
  child.kill('SIGKILL');
  await ended;
}

/** @param {number} limitMs @param {Promise<unknown>} promise @returns {Promise<void>} when the promise is settled or the time is over */
async function within(limitMs, promise) {
  const timer = new AbortController();
  await Promise.race([promise, sleep(limitMs, null, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

/**
 * Kills a process and all of its group at once.
 *
 * @param {number} pid leader of the group
 */
export function killGroup(pid) {
  signalGroup(pid, 'SIGKILL');
}

/** @param {number} pid leader of the group @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * The part of the user's environment that children get. Nothing in it can change a target, as JAVA_TOOL_OPTIONS or SPRING_* would.
 *
 * @param {NodeJS.ProcessEnv} [from]
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(from = process.env) {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const name of ['PATH', 'HOME', 'LANG', 'TZ']) {
    const value = from[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
