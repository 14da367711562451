/** `docker compose` with the checkout's files, in the environment that this run gives its containers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../util/errors.js';
import { run } from '../../util/programs.js';

/** The plugin is a program of its own, too. */
const PROGRAM = 'docker-compose';

/** @typedef {Record<string, string | undefined>} Env */

export class Compose {
  /**
   * @param {object} options
   * @param {string} options.checkout where it is on the host: the engine resolves paths there
   * @param {Env} options.env of the runner
   * @param {Record<string, string>} options.variables what this run sets of docker-compose.yml
   */
  constructor({ checkout, env, variables }) {
    this.words = [PROGRAM, '--project-directory', checkout, '--file', path.join(checkout, 'docker-compose.yml'), '--progress', 'plain'];
    const override = path.join(checkout, 'docker-compose.override.yml');
    if (isThere(override)) this.words.splice(5, 0, '--file', override);
    const ofShell = namesIn(path.join(checkout, '.env')).flatMap((name) => (env[name] ? [[name, String(env[name])]] : []));
    /** @type {Record<string, string>} */
    this.variables = { ...Object.fromEntries(ofShell), CHECKOUT: checkout, ...variables };
  }

  /**
   * @param {string[]} args
   * @returns {Promise<string>} standard output
   * @throws {UsageError} one line
   */
  async run(...args) {
    const { PATH, HOME } = process.env;
    const [program, ...words] = this.words;
    try {
      return (await run(program, [...words, ...args], { env: { PATH, HOME, ...this.variables } })).stdout;
    } catch (error) {
      throw new UsageError(explained(/** @type {Error} */ (error).message.replace(`${PROGRAM} ended with 1: `, ''), args));
    }
  }

  /**
   * @param {string[]} flags of `docker compose run`
   * @returns {string[]} words before a service and its arguments, which run it in a container of its own
   */
  runWords(flags) {
    const assignments = Object.entries(this.variables).map(([name, value]) => `${name}=${value}`);
    return ['env', ...assignments, ...this.words, 'run', '--rm', '-T', '--no-deps', ...flags];
  }
}

/** @param {string} file */
function isThere(file) {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file such as .env @returns {string[]} the variables in it */
function namesIn(file) {
  return [...readFileSync(file, 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
}

/** @param {string} message @param {string[]} args */
export function explained(message, args) {
  const port = /(?:Bind for |listen tcp4? |host port for )127\.0\.0\.1:(\d+)/.exec(message)?.[1];
  const service = /endpoint stackbench-([\w-]+?)-\d+ /.exec(message)?.[1] ?? 'of a container';
  if (port) return `port ${port} (${service}) is taken by another program or container`;
  return `docker compose ${args[0]} failed: ${message}`;
}
