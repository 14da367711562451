/** Downstream services and MongoDB, started only if a scenario of the run needs them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { accepts, untilReady } from '../../processes/ready.js';
import { listening, ownJar, untilHealthy } from '../launch-target.js';

const MONGO_START_MS = 30_000;

/**
 * The downstream service that the targets call. Its JVM has the options of theirs, but no CPU limit.
 *
 * @param {object} options
 * @param {import('../../../record/catalogue.js').Dependency} options.dependency
 * @param {{java: {bin: string}, jars: Record<string, string>}} options.tools
 * @param {string} options.root
 * @param {string} options.workDir
 * @param {import('../children.js').Launch} options.launch
 * @returns {Promise<import('../../processes/supervise.js').Supervised>} healthy
 */
export async function startDownstream({ dependency, tools, root, workDir, launch }) {
  const { port, managementPort = 0, module } = dependency;
  const cwd = path.join(workDir, 'tmp', 'downstream');
  await mkdir(cwd, { recursive: true });
  const jvmArgs = `@${path.join(root, 'services', 'jvm.args')}`;
  const command = [tools.java.bin, jvmArgs, `-Djava.io.tmpdir=${cwd}`, '-jar', await ownJar(tools.jars[module], workDir)];
  const downstream = await launch({ name: 'downstream', command, cwd, env: listening('downstream', { port, managementPort }) });
  await untilHealthy(downstream, { port, managementPort });
  return downstream;
}

/**
 * MongoDB if it is installed, or else the stand-in, which keeps its data in memory.
 *
 * @param {object} options
 * @param {import('../../../record/catalogue.js').Dependency} options.dependency
 * @param {{java: {bin: string}, jars: Record<string, string>, mongo: import('../../../setup/programs/mongo.js').Mongo}} options.tools
 * @param {string} options.workDir
 * @param {import('../children.js').Launch} options.launch
 * @returns {Promise<import('../../processes/supervise.js').Supervised>} it accepts connections; empty
 */
export async function startMongo({ dependency: { port, module }, tools, workDir, launch }) {
  const cwd = path.join(workDir, 'mongo');
  await mkdir(cwd, { recursive: true });
  const command = tools.mongo.bin === null ? await standIn(tools, module, port, workDir) : mongod(tools.mongo.bin, port);
  const mongo = await launch({ name: 'mongo', command, cwd });
  await untilReady(mongo, MONGO_START_MS, () => accepts(port));
  return mongo;
}

/**
 * @param {string} bin
 * @param {number} port
 */
function mongod(bin, port) {
  return [bin, '--dbpath=.', '--bind_ip=127.0.0.1', `--port=${port}`, '--nounixsocket', '--wiredTigerCacheSizeGB=0.25', '--quiet'];
}

/**
 * @param {{java: {bin: string}, jars: Record<string, string>}} tools
 * @param {string} module
 * @param {number} port
 * @param {string} workDir
 */
async function standIn({ java, jars }, module, port, workDir) {
  return [java.bin, '-XX:+UseSerialGC', '-Xmx256m', '-jar', await ownJar(jars[module], workDir), '127.0.0.1', String(port)];
}
