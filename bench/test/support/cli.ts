/** Runs the runner's commands as a user would: as a process, with the knobs in its environment. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.ts';

const cli = path.join(root, 'bench', 'cli.ts');

/** A command that is running. */
export class RunningCommand {
  child;
  exitCode: Promise<number | null>;
  stdout = '';
  stderr = '';

  constructor(name: string, knobs: Record<string, string>) {
    const { PATH, HOME, LANG, JAVA_HOME, STACKBENCH_CACHE, XDG_CACHE_HOME } = process.env;
    const inherited = Object.fromEntries(
      Object.entries({ PATH, HOME, LANG, JAVA_HOME, STACKBENCH_CACHE, XDG_CACHE_HOME }).filter(([, value]) => value),
    );
    this.child = spawn(process.execPath, [cli, name], { cwd: root, env: { ...inherited, ...knobs } });
    this.child.stdout.on('data', (text) => (this.stdout += text));
    this.child.stderr.on('data', (text) => (this.stderr += text));
    this.exitCode = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  /** @returns as soon as standard output holds it @throws {Error} with the output, if the command ends without it */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let ended = false;
    void this.exitCode.then(() => (ended = true));
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (ended) throw new Error(`${pattern} was never printed:\n${this.stdout}\n${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @returns id of the run, once it was printed */
  get runId(): string {
    return /^run (\S+):/m.exec(this.stdout)?.[1] ?? '';
  }

  /** @returns the bundle's folder */
  get bundle(): string {
    return path.join(root, 'results', this.runId);
  }

  /** @returns the record of the run */
  get run(): any {
    return JSON.parse(readFileSync(path.join(this.bundle, 'run.json'), 'utf8'));
  }
}

/** @returns the command, ended */
export async function runCommand(name: string, knobs: Record<string, string> = {}): Promise<RunningCommand & { code: number | null }> {
  const command = new RunningCommand(name, knobs);
  return Object.assign(command, { code: await command.exitCode });
}
