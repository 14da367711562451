/** What is started only if the run needs it: the downstream service, MongoDB, and Toxiproxy for a distant database. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { seedDocuments } from '../../documents.ts';
import { postToToxiproxy, setDelay } from '../../mariadb.ts';
import { ownJar } from '../java.ts';
import { HOST, listening } from '../ports.ts';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** The downstream service that the targets call. Its JVM has the options of theirs, but no CPU limit. */
export async function startDownstream(context: Context): Promise<Supervised> {
  const { tools, root, workDir } = context;
  const { downstream } = context.catalogue.dependencies;
  const cwd = path.join(workDir, 'tmp', 'downstream');
  await mkdir(cwd, { recursive: true });
  const jvmArgs = `@${path.join(root, 'services', 'jvm.args')}`;
  const command = [tools.java.bin, jvmArgs, `-Djava.io.tmpdir=${cwd}`, '-jar', await ownJar(tools.jars[downstream.module], workDir)];
  return startService(context, 'downstream', { command, cwd, env: listening('downstream', downstream) });
}

/** MongoDB if it is installed, or else the stand-in, which keeps its data in memory. It has the documents. */
export async function startMongo(context: Context): Promise<Supervised> {
  const { tools, workDir, endpoints } = context;
  const { port, module } = context.catalogue.dependencies.mongo;
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

/** Toxiproxy between the targets and the database. @returns ready: it delays */
export async function startToxiproxy(context: Context): Promise<Supervised> {
  const { ports, workDir, databaseRttMs } = context;
  const url = String(context.endpoints.toxiproxy);
  const command = [context.tools.toxiproxy.bin, `-host=${HOST}`, `-port=${ports.toxiproxy}`];
  const proxy = await startService(context, 'toxiproxy', { command, cwd: workDir, env: { LOG_LEVEL: 'warn' } });
  await postToToxiproxy(`${url}/proxies`, {
    name: 'mariadb',
    listen: `${HOST}:${ports.far}`,
    upstream: `${HOST}:${ports.mariadb}`,
    enabled: true,
  });
  await setDelay(url, databaseRttMs ?? 0);
  return proxy;
}
