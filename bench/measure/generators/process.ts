/** One k6 as a process of the runner, or as what its child here only hands on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { diesWithParent } from '../../util/programs.ts';
import type { Generator } from '../../engines/engine.ts';

/**
 * `words`: k6 with its arguments; `environment`: for k6 and its outputs; `lastsSeconds`: its load, with the wait for the last answers. A k6 that runs much
 * longer is killed: it hangs, or somebody has stopped it.
 */
type K6Run = { generator: Generator; words: string[]; environment: Record<string, string>; logFile: string; lastsSeconds: number };

/** `signal`: that ended it, and why where the runner sent it */
export type K6End = { exitCode: number | null; signal: string | null };
export type K6 = { child: ChildProcess; ended: Promise<K6End>; kill: (signal: NodeJS.Signals) => void };

/** For k6's own start and setup(), which may take half a minute (the scripts' setupTimeout). */
const BESIDE_LOAD_SECONDS = 45;

export function startK6({ generator, words, environment, logFile, lastsSeconds }: K6Run): K6 {
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
  return { child, kill, ended: endOf(child, kill, lastsSeconds + BESIDE_LOAD_SECONDS) };
}

/** @param withinSeconds it is killed after that time */
async function endOf(child: ChildProcess, kill: K6['kill'], withinSeconds: number): Promise<K6End> {
  let why = '';
  const watchdog = setTimeout(() => {
    why = ` (it had not ended after ${withinSeconds} s)`;
    kill('SIGKILL');
  }, withinSeconds * 1000);
  try {
    await once(child, 'exit');
  } finally {
    clearTimeout(watchdog);
  }
  return { exitCode: child.exitCode, signal: child.signalCode && `${child.signalCode}${why}` };
}

/** Options of k6 in the user's shell (K6_VUS, K6_OUT, …) would silently change what is measured. */
function plainEnvironment() {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}
