/** Runs the runner's commands as a user would: as a process, with the knobs in its environment. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.js';

const cli = path.join(root, 'bench', 'cli.js');

/** A command that is running. */
export class RunningCommand {
  stdout = '';
  stderr = '';

  /** @param {string} name @param {Record<string, string>} knobs */
  constructor(name, knobs) {
    const { PATH, HOME, LANG, JAVA_HOME, STACKBENCH_CACHE, XDG_CACHE_HOME } = process.env;
    const inherited = Object.fromEntries(
      Object.entries({ PATH, HOME, LANG, JAVA_HOME, STACKBENCH_CACHE, XDG_CACHE_HOME }).filter(([, value]) => value),
    );
    this.child = spawn(process.execPath, [cli, name], { cwd: root, env: { ...inherited, ...knobs } });
    this.child.stdout.on('data', (text) => (this.stdout += text));
    this.child.stderr.on('data', (text) => (this.stderr += text));
    /** @type {Promise<number | null>} */
    this.exitCode = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  /**
   * @param {RegExp} pattern
   * @returns {Promise<RegExpExecArray>} as soon as standard output holds it
   * @throws {Error} with the output, if the command ends without it
   */
  async printed(pattern) {
    let ended = false;
    this.exitCode.then(() => (ended = true));
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (ended) throw new Error(`${pattern} was never printed:\n${this.stdout}\n${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @returns {string} id of the run, once it was printed */
  get runId() {
    return /^run (\S+):/m.exec(this.stdout)?.[1] ?? '';
  }

  /** @returns {string} the bundle's folder */
  get bundle() {
    return path.join(root, 'results', this.runId);
  }

  /** @returns {any} the record of the run */
  get run() {
    return JSON.parse(readFileSync(path.join(this.bundle, 'run.json'), 'utf8'));
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} [knobs]
 * @returns {Promise<RunningCommand & { code: number | null }>} the command, ended
 */
export async function runCommand(name, knobs = {}) {
  const command = new RunningCommand(name, knobs);
  return Object.assign(command, { code: await command.exitCode });
}
