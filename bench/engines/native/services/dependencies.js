/** Downstream services and MongoDB, started only if a scenario of the run needs them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { seedDocuments } from '../../documents.js';
import { HOST, listening } from '../addresses.js';
import { ownJar } from '../own-jar.js';
import { startService } from './start.js';

/** @typedef {import('./start.js').Context} Context */
/** @typedef {import('../../../record/catalogue.js').Dependency} Dependency */

/**
 * The downstream service that the targets call. Its JVM has the options of theirs, but no CPU limit.
 * @param {Context} context
 * @param {Dependency} dependency
 */
export async function startDownstream(context, { port, managementPort = 0, module }) {
  const { tools, root, workDir } = context;
  const cwd = path.join(workDir, 'tmp', 'downstream');
  await mkdir(cwd, { recursive: true });
  const jvmArgs = `@${path.join(root, 'services', 'jvm.args')}`;
  const command = [tools.java.bin, jvmArgs, `-Djava.io.tmpdir=${cwd}`, '-jar', await ownJar(tools.jars[module], workDir)];
  return startService(context, 'downstream', { command, cwd, env: listening('downstream', { port, managementPort }) });
}

/**
 * MongoDB if it is installed, or else the stand-in, which keeps its data in memory. It has the documents.
 * @param {Context} context
 * @param {Dependency} dependency
 */
export async function startMongo(context, { port, module }) {
  const { tools, workDir, endpoints } = context;
  const cwd = path.join(workDir, 'mongo');
  await mkdir(cwd, { recursive: true });
  const { bin } = tools.mongo;
  const command =
    bin === null
      ? [tools.java.bin, '-XX:+UseSerialGC', '-Xmx256m', '-jar', await ownJar(tools.jars[module], workDir), HOST, String(port)]
      : [bin, '--dbpath=.', `--bind_ip=${HOST}`, `--port=${port}`, '--nounixsocket', '--wiredTigerCacheSizeGB=0.25', '--quiet'];
  const mongo = await startService(context, 'mongo', { command, cwd });
  await seedDocuments(endpoints.dependencies.mongo);
  return mongo;
}
