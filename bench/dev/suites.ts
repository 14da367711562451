/** Runs programs side by side, shows what failed of those that fail, and prints one line for each: result, name, tests, seconds. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** `file`: program; `env`: added to this process's environment; `after`: names of suites that must have ended before it starts, if they are in the list;
 * `alone`: starts when all suites before it in the list have ended, and later ones start when it has ended; `failures`: what to show of its output if it
 * failed, the whole goes into a file; `remarks`: lines to print where it passed; `live`: prints its output as it comes, as it lasts long */
export interface Suite {
  name: string;
  file: string;
  args: string[];
  env?: Record<string, string>;
  after?: string[];
  alone?: boolean;
  countTests?: (output: string) => number;
  failures?: (output: string) => string;
  remarks?: (output: string) => string[];
  live?: boolean;
}

export type Command = Pick<import('../setup/command.ts').Command, 'root' | 'log' | 'warn' | 'signal'>;

/** @param suites begin in this order, as many at once as the machine has cores @returns exit code: 0 if all passed */
export async function runSuites(suites: Suite[], command: Command, atOnce: number = availableParallelism()): Promise<number> {
  const width = Math.max(...suites.map(({ name }) => name.length));
  const waiting = [...suites];
  const running = new Map<Suite, Promise<void>>();
  const failed: string[] = [];
  const run = async (suite: Suite) => {
    const { passed, line } = await runSuite(suite, command, width);
    command.log(line);
    if (!passed) failed.push(suite.name);
    running.delete(suite);
  };
  while (waiting.length + running.size > 0) {
    command.signal.throwIfAborted();
    const suite = running.size < atOnce ? nextOf(waiting, [...running.keys()]) : undefined;
    if (suite) {
      waiting.splice(waiting.indexOf(suite), 1);
      running.set(suite, run(suite));
    } else await Promise.race(running.values());
  }
  if (failed.length) command.warn(`failed: ${failed.join(', ')}`);
  return failed.length ? 1 : 0;
}

/** @param waiting in their order @returns the first that may start now */
function nextOf(waiting: Suite[], running: Suite[]): Suite | undefined {
  if (running.some(({ alone }) => alone)) return undefined;
  if (waiting[0]?.alone) return running.length === 0 ? waiting[0] : undefined;
  const firstAlone = waiting.findIndex(({ alone }) => alone);
  const unended = [...waiting, ...running].map(({ name }) => name);
  return waiting.slice(0, firstAlone < 0 ? undefined : firstAlone).find(({ after = [] }) => !after.some((name) => unended.includes(name)));
}

/** @param width of the column of names */
async function runSuite(
  { name, file, args, env, countTests, failures, remarks, live = false }: Suite,
  { root, log, signal }: Command,
  width: number,
) {
  const startedMs = performance.now();
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
    if (live) createInterface(stream).on('line', log);
  }
  const exit = await ending(child, signal);
  const passed = exit === 0;
  if (passed && !live) for (const remark of remarks?.(output) ?? []) log(`  ${remark}`);
  if (!passed && !live)
    log(`== ${name}\n${failures ? `${failures(output)}\nthe whole log: ${keep(name, output, root)}` : output.trimEnd()}`);
  const tests = countTests ? `${countTests(output)} tests` : '';
  const seconds = `${Math.round((performance.now() - startedMs) / 1000)} s`;
  const line = `${passed ? 'passed' : 'failed'}  ${name.padEnd(width)}  ${tests.padStart(10)}  ${seconds.padStart(6)}`;
  return { passed, line: passed ? line : `${line}  (${exit})` };
}

/** @param name of a suite @returns the file that has it */
function keep(name: string, output: string, root: string): string {
  const file = path.join(root, '.cache', 'tests', `${name}.log`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, output);
  return file;
}

/** @returns exit code, or why there is none */
function ending(child: ChildProcess, signal: AbortSignal): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => (signal.aborted ? reject(signal.reason) : resolve(error.message)));
    child.once('close', (code, by) => resolve(code ?? by ?? 'unknown'));
  });
}
