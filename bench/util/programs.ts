/** Runs other programs and finds them. */
import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify, stripVTControlCharacters } from 'node:util';

/** Running programs; they end with the runner, by the kernel where it can, else by this. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill()));

const execute = promisify(execFile);

/** Folders of servers that are often not on a user's PATH. Fedora and its relatives have mariadbd in `/usr/libexec`. */
const EXTRA_DIRECTORIES = [
  '/usr/sbin',
  '/usr/libexec',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/usr/local/opt/influxdb@1/bin',
];

/** Runs a program to its end. @throws {Error} one line: the program, how it ended, and the line of its output with the reason */
export async function run(
  file: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ stdout: string; stderr: string }> {
  // A build that outlived a killed runner would write beside the next one.
  const [program, ...words] = [...diesWithParent(), file, ...args];
  const execution = execute(program, words, { ...options, maxBuffer: 64 * 1024 * 1024 });
  running.add(execution.child);
  try {
    return await execution;
  } catch (error) {
    const failure = error as Error & { code?: string | number; stdout?: string; stderr?: string }; // as execFile ends
    if (!(await isFound(file, options.env))) throw new Error(`${file} was not found`, { cause: error });
    const why = causeIn(`${failure.stdout ?? ''}\n${failure.stderr ?? ''}`);
    throw new Error(`${path.basename(file)} ended with ${failure.code ?? 'a signal'}${why ? `: ${why}` : ''}`, { cause: error });
  } finally {
    running.delete(execution.child);
  }
}

/** @param file path, or a name on PATH */
async function isFound(file: string, env?: NodeJS.ProcessEnv): Promise<boolean> {
  return file.includes(path.sep) ? existsSync(file) : (await findPrograms([file], env)).length > 0;
}

let prefix: string[] | undefined;

/**
 * @returns prefix of a command: the kernel then kills its process when this one dies; empty if that is not possible. The command must
 * use exec where it starts another program: the kernel does not tell children of children
 */
export function diesWithParent(): string[] {
  if (prefix === undefined) {
    const words = ['setpriv', '--pdeathsig', 'KILL', '--'];
    try {
      execFileSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' });
      prefix = words;
    } catch {
      prefix = [];
    }
  }
  return prefix;
}

/** @returns the line of a log that best explains why its program ended, at most 300 characters; empty if the text is */
export function causeIn(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !/^at /.test(line));
  // Spring Boot explains a failed start below this heading.
  const explained = lines[lines.indexOf('Description:') + 1 || lines.length];
  const cause =
    explained ??
    lines.findLast((line) => /^Caused by:/.test(line)) ??
    lines.find((line) => /\b(error|exception|fatal|failed)\b|^E: /i.test(line));
  return (cause ?? lines.at(-1) ?? '').slice(0, 300);
}

/** All programs of these names, first on PATH, then in the extra folders. @returns absolute paths */
export async function findPrograms(names: string[], env: NodeJS.ProcessEnv = process.env): Promise<string[]> {
  const directories = [...(env.PATH ?? '').split(path.delimiter).filter(Boolean), ...EXTRA_DIRECTORIES];
  const found = [];
  for (const directory of new Set(directories)) {
    for (const name of names) {
      const file = path.resolve(directory, name);
      if (await isExecutable(file)) found.push(file);
    }
  }
  return found;
}

/** @returns whether it is a file that this user may execute */
export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
