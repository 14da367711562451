/** Starts a target, a JVM or a command of its own, with a clean environment, configured as in `docs/interfaces.md`, section 2. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { healthPath } from '../../record/catalogue.js';
import { exists } from '../../util/programs.js';
import { activeProcessors } from '../jvm.js';
import { accepts, isOk, untilReady } from '../processes/ready.js';

const START_MS = 120_000;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {import('../../setup/index.js').Catalogue} options.catalogue
 * @param {{java: {bin: string}, jars: Record<string, string>}} options.tools
 * @param {string} options.root
 * @param {string} options.workDir
 * @param {number} options.targetCpus
 * @param {number} options.poolSize
 * @param {string[]} options.jvmArgs in addition to services/jvm.args
 * @param {import('../seed.js').Address} options.mariadb
 * @param {Record<string, string>} options.variables what the run adds to the environment of this target
 * @param {string[]} options.prefix prefix of the command
 * @param {import('./children.js').Launch} options.launch
 * @returns {Promise<import('../processes/supervise.js').Supervised>} started, not ready
 */
export async function launchTarget(options) {
  const { name, catalogue, tools, root, workDir, targetCpus, poolSize, jvmArgs, mariadb, variables, prefix, launch } = options;
  const target = catalogue.targets[name];
  const temporary = path.join(workDir, 'tmp', name);
  await mkdir(temporary, { recursive: true });
  const env = {
    ...listening(name, target),
    DB_HOST: mariadb.host,
    DB_PORT: String(mariadb.port),
    DB_NAME: mariadb.database,
    DB_USER: mariadb.user,
    DB_PASSWORD: mariadb.password,
    DB_POOL_SIZE: String(poolSize),
    ...variables,
    ...target.environment,
  };
  if (target.command) return launch({ name, command: [...prefix, ...target.command], cwd: root, env });
  if (!target.module) throw new Error(`${name} has neither a module nor a command, so it runs in containers only`);
  const built = tools.jars[target.module];
  if (!built)
    throw new Error(
      `${name}: the JDK in use does not build the module ${target.module}; the profiles of services/pom.xml say which one does`,
    );
  const jar = await ownJar(built, workDir);
  const command = [
    ...prefix,
    tools.java.bin,
    `@${path.join(root, 'services', 'jvm.args')}`,
    `-XX:ActiveProcessorCount=${activeProcessors(targetCpus)}`,
    ...jvmArgs,
    // Tomcat and Netty leave folders and libraries behind if they are killed.
    `-Djava.io.tmpdir=${temporary}`,
    '-jar',
    jar,
  ];
  return launch({ name, command, cwd: temporary, env });
}

/**
 * @param {string} name of a target or a downstream service
 * @param {{port: number, managementPort: number}} ports
 * @returns {Record<string, string>} variables with its name and addresses
 */
export function listening(name, { port, managementPort }) {
  return {
    TARGET: name,
    SERVER_ADDRESS: '127.0.0.1',
    SERVER_PORT: String(port),
    MANAGEMENT_SERVER_ADDRESS: '127.0.0.1',
    MANAGEMENT_SERVER_PORT: String(managementPort),
  };
}

/**
 * A JVM reads its jar as long as it runs, and may be restarted. A build in the meantime must not affect the run.
 *
 * @param {string} jar
 * @param {string} workDir
 * @returns {Promise<string>} the run's copy, made at the first use
 */
export async function ownJar(jar, workDir) {
  const copy = path.join(workDir, 'jars', path.basename(jar));
  if (await exists(copy)) return copy;
  await mkdir(path.dirname(copy), { recursive: true });
  // Two targets of one module may start at the same time, and neither may see half a jar.
  const partial = `${copy}.${randomUUID()}`;
  await copyFile(jar, partial);
  await rename(partial, copy);
  return copy;
}

/**
 * Asks both servers: on a busy machine the management server has reported health before the target's own port was open.
 *
 * @param {import('../processes/supervise.js').Supervised} supervised
 * @param {{port: number, managementPort: number, healthPath?: string}} target
 * @returns {Promise<void>} when it is healthy
 * @throws {Error} one line
 */
export function untilHealthy(supervised, target) {
  const health = `http://127.0.0.1:${target.managementPort}${healthPath(target)}`;
  return untilReady(supervised, START_MS, async () => (await accepts(target.port)) && isOk(health));
}
