/** Downstream services and MongoDB, started only if a scenario of the run needs them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { seedDocuments } from '../../documents.ts';
import { HOST, listening } from '../addresses.ts';
import { ownJar } from '../own-jar.ts';
import { startService, type Context } from './start.ts';
import type { Dependency } from '../../../record/catalogue.ts';

/** The downstream service that the targets call. Its JVM has the options of theirs, but no CPU limit. */
export async function startDownstream(context: Context, { port, managementPort = 0, module }: Dependency) {
  const { tools, root, workDir } = context;
  const cwd = path.join(workDir, 'tmp', 'downstream');
  await mkdir(cwd, { recursive: true });
  const jvmArgs = `@${path.join(root, 'services', 'jvm.args')}`;
  const command = [tools.java.bin, jvmArgs, `-Djava.io.tmpdir=${cwd}`, '-jar', await ownJar(tools.jars[module], workDir)];
  return startService(context, 'downstream', { command, cwd, env: listening('downstream', { port, managementPort }) });
}

/** MongoDB if it is installed, or else the stand-in, which keeps its data in memory. It has the documents. */
export async function startMongo(context: Context, { port, module }: Dependency) {
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
