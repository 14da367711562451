/** kubectl with the user's kubeconfig: it knows every way to log in to a cluster. */
import { spawn, type ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { messageOf, UsageError } from '../../../util/errors.ts';
import { diesWithParent, run } from '../../../util/programs.ts';
import { inTime } from '../../../util/wait.ts';

const PROGRAM = 'kubectl';
/** A login by the browser or a slow plug-in may take a while. */
const PROXY_MS = 60_000;

export class Kubectl {
  env;
  namespace;
  #children = new Set<Child>();

  /** @param env of the user: kubectl's plug-ins read more of it than anybody knows */
  constructor(env: Record<string, string | undefined>) {
    this.env = env;
    this.namespace = env.K8S_NAMESPACE || 'stackbench';
  }

  words(...args: string[]): string[] {
    return [PROGRAM, '--namespace', this.namespace, ...args];
  }

  /** @returns standard output @throws {UsageError} one line */
  async run(...args: string[]): Promise<string> {
    const [program, ...words] = this.words(...args);
    try {
      return (await run(program, words, { env: this.env })).stdout;
    } catch (error) {
      throw new UsageError(`ENGINE=kubernetes: ${explained(messageOf(error))}`);
    }
  }

  /** @param words a program in its only container, with arguments @returns its standard output */
  exec(pod: string, words: string[]): Promise<string> {
    return this.run('exec', pod, '--', ...words);
  }

  /** @returns ends with this process, and with `close` */
  start(...args: string[]): Child {
    const [program, ...words] = [...diesWithParent(), ...this.words(...args)];
    const child = spawn(program, words, { env: this.env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    // What it writes to after its end, and what nobody reads.
    child.stdin.on('error', () => {});
    child.on('error', () => {});
    child.stderr.resume();
    return child;
  }

  /** The API behind a socket that only this user can open: kubectl logs in, and no port has the user's rights. @returns its path */
  async proxy(): Promise<string> {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'stackbench-'));
    const socket = path.join(dir, 'api');
    const child = this.start('proxy', `--unix-socket=${socket}`);
    child.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    const started = new Promise((resolve, reject) => {
      let errors = '';
      child.stderr.on('data', (text) => (errors += text));
      child.stdout.once('data', resolve);
      child.once('exit', () => reject(new UsageError(`ENGINE=kubernetes: ${explained(errors.trim().split('\n').at(-1) ?? '')}`)));
    });
    await inTime(started, PROXY_MS, `ENGINE=kubernetes: kubectl proxy did not start within ${PROXY_MS / 1000} s`);
    return socket;
  }

  close() {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

/** @param message of kubectl @returns one line for the user */
export function explained(message: string): string {
  const text = message.replace(/^kubectl ended with \d+: /, '').replace(/^error: /, '');
  if (/kubectl was not found/.test(text)) return 'kubectl was not found: https://kubernetes.io/docs/tasks/tools';
  if (/current-context|context .* does not exist/.test(text))
    return `no kubeconfig with a usable context: set KUBECONFIG, or make ~/.kube/config (${text})`;
  return text;
}
