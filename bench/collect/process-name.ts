/** Short names of processes, by which people know them. */
import path from 'node:path';
import { readIfThere } from './proc.ts';

/** Programs that are known by what they run. */
const RUNTIMES = ['java', 'node', 'python', 'python3'];
const OPTIONS_WITH_VALUE = ['-cp', '-classpath', '--class-path', '-p', '--module-path', '--add-modules'].concat(
  ['-r', '--require', '--import', '--loader', '-e', '--eval', '--print'],
  ['-c', '-W', '-X'],
);
const OPTIONS_BEFORE_MAIN = ['-jar', '-m', '--module'];

/** @param comm its name in /proc @returns that name; of a runtime with what it runs: 'java idea.jar', 'node eslint.js' */
export function processName(pid: number, comm: string): string {
  const [program, ...args] = readIfThere(`/proc/${pid}/cmdline`).split('\0');
  return program === '' ? comm.split('/')[0] : nameByCommand(comm, path.basename(program), args);
}

/** @param program without its folder */
export function nameByCommand(comm: string, program: string, args: string[]): string {
  if (!RUNTIMES.includes(program)) return comm;
  const main = mainArgument(args.filter((arg) => arg !== ''));
  if (main === undefined) return program;
  const isClass = program === 'java' && !main.endsWith('.jar');
  return `${program} ${isClass ? main.split(/[./]/).at(-1) : path.basename(main)}`;
}

/** @returns script, jar, class or module */
function mainArgument(args: string[]): string | undefined {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (OPTIONS_BEFORE_MAIN.includes(arg)) return args[index + 1];
    if (OPTIONS_WITH_VALUE.includes(arg)) index++;
    else if (!/^[-@]/.test(arg)) return arg;
  }
  return undefined;
}
