/** Child processes that never outlive the runner: each has its own process group, logs to a file and is ended by TERM, then KILL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { hasCode } from '../../util/files.ts';
import { causeIn, diesWithParent } from '../../util/programs.ts';
import { inTime } from '../../util/wait.ts';
import { explanation, type Started } from './ready.ts';
import type { Exit } from '../engine.ts';

/** How long a process may take to end after TERM. */
const TERM_MS = 5000;

/** `command`: wrappers must use exec, so that the process keeps its id; `logFile`: of both outputs; `input`: for standard input */
export type Program = { name: string; command: string[]; logFile: string; cwd: string; env?: Record<string, string>; input?: string };

export interface Supervised extends Started {
  pid: number;
  ended: Promise<Exit>;
  /** ends it and everything in its process group; `hard`: by KILL at once */
  end: (options?: { hard?: boolean }) => Promise<Exit>;
}

/**
 * Starts a program. The process has its own group, so that Ctrl-C in the terminal reaches only the runner, which then ends its children in
 * order. If `setpriv` is available, the kernel kills it when the runner is killed. @throws {Error} one line, if it cannot be started
 */
export async function start({ name, command, logFile, cwd, env, input }: Program): Promise<Supervised> {
  const log = openSync(logFile, 'a');
  const [program, ...args] = [...diesWithParent(), ...command];
  // Nothing of the user's environment that could change a target gets through, as JAVA_TOOL_OPTIONS or SPRING_* would.
  const { PATH, HOME, LANG, TZ } = process.env;
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(program, args, { cwd, env: { PATH, HOME, LANG, TZ, ...env }, detached: true, stdio: [stdin, log, log] });
  closeSync(log);
  const ended = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await once(child, 'spawn').catch((error: Error) => {
    throw new Error(`${name} could not be started: ${error.message}`, { cause: error });
  });
  // Otherwise a program that ends without reading its input would end the runner with EPIPE.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const pid = Number(child.pid);
  const supervised: Supervised = {
    name,
    pid,
    exit: null,
    ended,
    end: async ({ hard } = {}) => supervised.exit ?? end(ended, (signal) => signalGroup(pid, signal), hard),
    explain: async () => explanation(supervised.exit, causeIn(await readFile(logFile, 'utf8').catch(() => '')), logFile),
  };
  void ended.then((exit) => {
    supervised.exit = exit;
    // Children that a wrapper leaves behind would keep their ports and use CPU.
    try {
      signalGroup(pid, 'SIGKILL');
    } catch {
      // EPERM: whatever is left is not ours.
    }
  });
  return supervised;
}

/** Ends a child that was not started here: TERM, then KILL. @returns when it has ended */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await end(ended, (signal) => child.kill(signal));
}

async function end<T>(ended: Promise<T>, send: (signal: NodeJS.Signals) => void, hard = false): Promise<T> {
  if (!hard) {
    send('SIGTERM');
    const inOrder = ended.then(() => true);
    if (await inTime(inOrder, TERM_MS, 'it runs').catch(() => false)) return ended;
  }
  send('SIGKILL');
  return ended;
}

/** @param pid leader of the group */
export function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
