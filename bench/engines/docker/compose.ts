/** `docker compose` with the checkout's files, in the environment that this run gives its containers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getgid, getuid } from 'node:process';
import { messageOf, UsageError } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { namesOfGenerators, type Generator } from '../engine.ts';

/** The plugin is a program of its own, too. */
const PROGRAM = 'docker-compose';
/** On the containers of k6 that the runner has started, and on no others: the generator's name in processes.csv. */
export const GENERATOR_LABEL = 'stackbench.generator';
/** The runner's own image has the checkout at /app: paths in k6's options are the same in both containers. */
const MOUNTS = { k6: '/app/k6:ro', 'catalogue.json': '/app/catalogue.json:ro', results: '/app/results:rw' };

export class Compose {
  #files;
  #options;
  #variables: Record<string, string>;

  /** @param checkout on the host: the engine resolves paths there @param env of the runner @param variables that this run sets */
  constructor(checkout: string, env: Record<string, string | undefined>, variables: Record<string, string>) {
    this.#files = ['docker-compose.yml', 'docker-compose.override.yml'].map((name) => path.join(checkout, name)).filter(existsSync);
    this.#options = ['--project-directory', checkout, '--progress', 'plain'];
    const ofShell = Object.keys(defaultsIn(checkout)).flatMap((name) => (env[name] ? [[name, env[name]]] : []));
    this.#variables = { ...Object.fromEntries(ofShell), CHECKOUT: checkout, ...variables };
  }

  /** @param environments variables of services, which precede those of the checkout's files */
  give(environments: Record<string, Record<string, string>>) {
    const file = path.join(os.tmpdir(), `stackbench-given-${process.pid}.json`);
    const services = Object.fromEntries(Object.entries(environments).map(([name, environment]) => [name, { environment }]));
    // Compose would take a $ for a variable of its own.
    writeFileSync(file, JSON.stringify({ services }).replaceAll('$', '$$$$'), { mode: 0o600 });
    if (!this.#files.includes(file)) this.#files.push(file);
  }

  get #words() {
    return [...this.#options, ...this.#files.flatMap((file) => ['--file', file])];
  }

  /** @returns standard output @throws {UsageError} one line */
  async run(...args: string[]): Promise<string> {
    const { PATH, HOME } = process.env;
    try {
      return (await run(PROGRAM, [...this.#words, ...args], { env: { PATH, HOME, ...this.#variables } })).stdout;
    } catch (error) {
      throw new UsageError(explained(messageOf(error).replace(`${PROGRAM} ended with 1: `, ''), args));
    }
  }

  /** @param flags of `docker compose run` @returns words before a service and its arguments, which run it in a container of its own */
  runWords(flags: string[]): string[] {
    const assignments = Object.entries(this.#variables).map(([name, value]) => `${name}=${value}`);
    return ['env', ...assignments, PROGRAM, ...this.#words, 'run', '--rm', '-T', '--no-deps', ...flags];
  }
}

/** Of k6's own: it talks to targets and listens on a port, so it must not hold the engine's socket. @param given `checkout`: on the host */
export function createGenerators(
  compose: Pick<Compose, 'runWords'>,
  { checkout, count, cpus }: { checkout: string; count: number; cpus: number | null },
): Generator[] {
  const mounts = Object.entries(MOUNTS).flatMap(([name, there]) => ['--volume', `${path.join(checkout, name)}:${there}`]);
  return namesOfGenerators(count).map((names) => ({
    ...names,
    cpus,
    node: null,
    command: (words, environment) => {
      const variables = Object.keys(environment).flatMap((name) => ['--env', name]);
      const user = `${getuid?.()}:${getgid?.()}`;
      const flags = ['--label', `${GENERATOR_LABEL}=${names.process}`, '--user', user, ...mounts, ...variables];
      return { words: [...compose.runWords(flags), ...words], environment };
    },
  }));
}

/** @returns the variables of its .env */
export function defaultsIn(checkout: string): Record<string, string> {
  const lines = readFileSync(path.join(checkout, '.env'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

export function explained(message: string, args: string[]) {
  const port = /(?:Bind for |listen tcp4? |host port for )127\.0\.0\.1:(\d+)/.exec(message)?.[1];
  const service = /endpoint stackbench-([\w-]+?)-\d+ /.exec(message)?.[1] ?? 'of a container';
  return port ? `port ${port} (${service}) is taken by another program or container` : `docker compose ${args[0]} failed: ${message}`;
}
