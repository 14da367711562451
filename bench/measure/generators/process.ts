/** One k6 as a process of the runner, or as what its child here only hands on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { diesWithParent } from '../../util/programs.ts';
import type { Generator } from '../../engines/engine.ts';

interface K6Run {
  /** where it runs */
  generator: Generator;
  /** k6 with its arguments */
  words: string[];
  /** for k6 and its outputs */
  environment: Record<string, string>;
  logFile: string;
  /** its load, with the wait for the last answers. A k6 that runs much longer is killed: it hangs, or somebody has stopped it */
  lastsSeconds: number;
}
/** `signal`: that ended it, and why where the runner sent it */
export type K6End = { exitCode: number | null; signal: string | null };
export type K6 = { child: ChildProcess; ended: Promise<K6End>; kill: (signal: NodeJS.Signals) => void };

/** For k6's own start and setup(), which may take half a minute (the scripts' setupTimeout). */
const BESIDE_LOAD_SECONDS = 45;

export function startK6(
  { generator, words, environment, logFile, lastsSeconds }: K6Run,
  besideLoadSeconds: number = BESIDE_LOAD_SECONDS,
): K6 {
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
  const kill = (signal: NodeJS.Signals) => {
    if (command.kill) void command.kill(signal).catch(() => {}); // it is gone, or the watchdog ends the child here
    if (!command.kill || signal === 'SIGKILL') child.kill(signal);
  };
  return { child, kill, ended: endOf(child, kill, lastsSeconds + besideLoadSeconds) };
}

/** @param withinSeconds it is killed after that time */
function endOf(child: ChildProcess, kill: K6['kill'], withinSeconds: number): Promise<K6End> {
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
