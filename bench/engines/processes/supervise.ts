/** Child processes that never outlive the runner: each has its own process group, logs to a file and is ended by TERM, then KILL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeIn, diesWithParent } from '../../util/programs.ts';
import { exitText } from '../../util/text.ts';

/** How long a process may take to end after TERM. */
const TERM_MS = 5000;

type Exit = { code: number | null; signal: NodeJS.Signals | null };

export interface Supervised {
  name: string;
  pid: number;
  logFile: string;
  /** null while it is running */
  exit: Exit | null;
  ended: Promise<Exit>;
  /** ends it and everything in its process group; `hard`: by KILL at once */
  end: (options?: { hard?: boolean }) => Promise<Exit>;
  /** the line of its log with the reason for its end */
  cause: () => Promise<string>;
  /** how it ended, if it did; its cause; where the log is */
  explain: () => Promise<string>;
}

/**
 * Starts a program. The process has its own group, so that Ctrl-C in the terminal reaches only the runner, which then ends its children in
 * order. If `setpriv` is available, the kernel kills the process when the runner is killed.
 * @returns rejects with one line, if the program cannot be started
 */
export async function start({
  name,
  command,
  logFile,
  cwd,
  env = {},
  input,
}: {
  /** for people */
  name: string;
  /** program and arguments; wrappers must use exec, so that the process keeps its id */
  command: string[];
  /** gets standard output and error */
  logFile: string;
  cwd: string;
  /** added to the clean environment */
  env?: Record<string, string>;
  /** for standard input */
  input?: string;
}): Promise<Supervised> {
  const log = openSync(logFile, 'a');
  const [program, ...args] = [...diesWithParent(), ...command];
  const child = spawn(program, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', log, log],
  });
  closeSync(log);
  const ended = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`, { cause: error })));
  });
  // Otherwise a program that ends without reading its input would end the runner with EPIPE.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const supervised: Supervised = {
    name,
    pid: child.pid as number,
    logFile,
    exit: null,
    ended,
    end: ({ hard = false } = {}) => end(supervised, hard),
    cause: async () => causeIn(await readFile(logFile, 'utf8').catch(() => '')),
    explain: async () =>
      [supervised.exit && exitText(supervised.exit), await supervised.cause(), `see ${logFile}`].filter(Boolean).join('; '),
  };
  void ended.then((exit) => {
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

async function end(supervised: Supervised, hard: boolean): Promise<Exit> {
  if (supervised.exit === null && !hard) {
    signalGroup(supervised.pid, 'SIGTERM');
    await within(TERM_MS, supervised.ended);
  }
  if (supervised.exit === null) killGroup(supervised.pid);
  return supervised.ended;
}

/** Ends a child that was not started here: TERM, then KILL. @returns when it has ended */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await within(TERM_MS, ended);
  child.kill('SIGKILL');
  await ended;
}

/** @returns when the promise is settled or the time is over */
async function within(limitMs: number, promise: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([promise, sleep(limitMs, null, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

/** Kills a process and all of its group at once. @param pid leader of the group */
export function killGroup(pid: number) {
  signalGroup(pid, 'SIGKILL');
}

/** @param pid leader of the group */
function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The part of the user's environment that children get. Nothing in it can change a target, as JAVA_TOOL_OPTIONS or SPRING_* would. */
export function cleanEnvironment(from: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'LANG', 'TZ']) {
    const value = from[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
