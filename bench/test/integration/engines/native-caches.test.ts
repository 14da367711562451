/** Start-up caches: a training run that leaves one, and what becomes of the JVM's options. The JVM is a stand-in. */
import assert from 'node:assert/strict';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { Caches } from '../../../engines/native/caches.ts';
import { accepts, untilReady } from '../../../engines/processes/ready.ts';
import { start } from '../../../engines/processes/supervise.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { freePorts } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Answers every request, and writes what it is told to as it ends, like a JVM. */
const SERVER = `
const { createServer } = require('node:http');
const [port, file] = process.argv.slice(1);
createServer((_, response) => response.end('{}')).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => { if (file) require('node:fs').writeFileSync(file, 'cache'); process.exit(143); });
`;

async function caches({ writes }: { writes: boolean }) {
  const workDir = temporaryFolder();
  const catalogue = readCatalogue();
  const [port] = await freePorts(1);
  catalogue.targets.mvc = { ...catalogue.targets.mvc, port };
  const events: string[] = [];
  const made = new Caches({ catalogue, workDir, trainingMs: 300, reset: async () => void events.push('reset') });
  const launch = async (jvmArgs: string[]) => {
    events.push(jvmArgs.join(' '));
    const file = writes ? jvmArgs[0].split('=')[1] : '';
    const command = [process.execPath, '-e', SERVER, String(port), file];
    const server = await start({ name: 'mvc', command, cwd: workDir, logFile: path.join(workDir, 'log') });
    await untilReady(server, 10_000, () => accepts(port));
    return server;
  };
  return { made, launch, events, dir: path.join(workDir, 'caches') };
}

test('a cache is made once, by a start and a little load, and must then be used', async () => {
  const { made, launch, events, dir } = await caches({ writes: true });
  const training = { name: 'mvc', cache: 'aot' as const, start: launch };
  const file = path.join(dir, 'mvc.aot');
  for (let time = 0; time < 2; time++) assert.deepEqual(await made.args(training), [`-XX:AOTCache=${file}`, '-XX:AOTMode=on']);
  assert.deepEqual(events, [`-XX:AOTCacheOutput=${file}`, 'reset'], 'the rows that it wrote are gone');
  assert.deepEqual(await made.args({ ...training, cache: 'none' }), []);
});

test('a JVM that leaves none is one line, not a JVM without a cache', async () => {
  const { made, launch } = await caches({ writes: false });
  const message = /^the training run of mvc left no cache: exit code 143; .*see \S+.*log$/;
  await assert.rejects(made.args({ name: 'mvc', cache: 'cds', start: launch }), { message });
});
