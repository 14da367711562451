import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { endChild, start } from '../../../engines/processes/supervise.ts';
import { eventually, runs } from '../../support/processes.ts';
import { withEnvironment } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const folder = temporaryFolder();
let starts = 0;

function startShell(script: string, options: { env?: Record<string, string>; input?: string } = {}) {
  return start({ name: 'shell', command: ['sh', '-c', script], cwd: folder, logFile: path.join(folder, `${++starts}.log`), ...options });
}

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

test('a child keeps the process id that was given out, is its group’s leader, and its words are in the log', async () => {
  const child = await startShell('echo out; echo err >&2; cut -d" " -f1,5 /proc/self/stat > /dev/null; echo $$ > pid; exit 3');
  assert.deepEqual(await child.ended, { code: 3, signal: null });
  assert.deepEqual(child.exit, { code: 3, signal: null });
  assert.equal(Number(read('pid')), child.pid);
  assert.equal(read('1.log'), 'out\nerr\n');
  assert.equal(await child.explain(), `exit code 3; err; see ${path.join(folder, '1.log')}`);
});

test('nothing of the user’s environment that could change a target gets through', async () => {
  const leaked = { JAVA_TOOL_OPTIONS: '-Xmx1g', SERVER_PORT: '1', SPRING_PROFILES_ACTIVE: 'x', LC_ALL: 'C' };
  const started = () => startShell('env > environment', { env: { TARGET: 'mvc' } });
  const child = await withEnvironment({ ...leaked, LANG: 'C', TZ: 'UTC' }, started);
  await child.ended;
  const names = Array.from(read('environment').matchAll(/^\w+/gm), ([name]) => name);
  for (const name of ['TARGET', 'PATH', 'HOME', 'LANG', 'TZ']) assert.ok(names.includes(name), name);
  for (const name of Object.keys(leaked)) assert.ok(!names.includes(name), name);
});

test('input is given to it, and one that does not read it does no harm', async () => {
  const reading = await startShell('cat > input', { input: 'one\ntwo\n' });
  await reading.ended;
  assert.equal(read('input'), 'one\ntwo\n');
  const careless = await startShell('exit 0', { input: 'x'.repeat(1_000_000) });
  assert.deepEqual(await careless.ended, { code: 0, signal: null });
});

test('ending asks first; a hard end does not ask', async () => {
  const trap = (ready: string, does: string) => startShell(`trap "${does}" TERM; echo > ${ready}; while :; do sleep 0.05; done`);
  const child = await trap('ready', 'echo bye > asked; exit 0');
  await eventually(() => existsSync(path.join(folder, 'ready')), 'the trap is set');
  assert.deepEqual(await child.end(), { code: 0, signal: null });
  assert.equal(read('asked'), 'bye\n');
  assert.deepEqual(await child.end(), { code: 0, signal: null });
  const deaf = await trap('deaf', '');
  await eventually(() => existsSync(path.join(folder, 'deaf')), 'the trap is set');
  assert.deepEqual(await deaf.end({ hard: true }), { code: null, signal: 'SIGKILL' });
});

test('one that does not listen is killed, and what it started with it', async () => {
  const child = await startShell('trap "" TERM; sleep 600 & echo $! > grandchild; wait; while :; do sleep 1; done');
  await eventually(() => existsSync(path.join(folder, 'grandchild')) && read('grandchild') !== '', 'the grandchild');
  const grandchild = Number(read('grandchild'));
  assert.ok(runs(grandchild));
  assert.deepEqual(await child.end(), { code: null, signal: 'SIGKILL' });
  await eventually(() => !runs(grandchild), 'the end of the grandchild');
});

test('a program that is not there is one line', async () => {
  const [cwd, logFile] = [path.join(folder, 'missing'), path.join(folder, 'x.log')];
  await assert.rejects(start({ name: 'influxdb', command: ['/nowhere/influxd'], cwd, logFile }), /^Error: influxdb could not be started: /);
});

/** @param file in bench/ @returns for an import of a script */
const moduleOf = (file: string): string => JSON.stringify(new URL(`../../../${file}`, import.meta.url).href);

/** Scripts of a runner that starts a child, and prints its process id. */
const RUNNERS = {
  servers: `
    import { start } from ${moduleOf('engines/processes/supervise.ts')};
    const child = await start({ name: 'x', command: ['sleep', '600'], cwd: '/', logFile: process.argv[1] + '/orphan.log' });
    console.log(child.pid);
    setInterval(() => {}, 1000);`,
  builds: `
    import { run } from ${moduleOf('util/programs.ts')};
    import { readIfThere } from ${moduleOf('collect/proc.ts')};
    import { waitFor } from ${moduleOf('util/wait.ts')};
    const building = run('sh', ['-c', 'echo $$ > "$0"; exec sleep 600', process.argv[1] + '/build.pid']);
    console.log(await waitFor(() => readIfThere(process.argv[1] + '/build.pid').trim() || undefined, { everyMs: 20 }));
    await building;`,
  k6: `
    import { startK6 } from ${moduleOf('measure/generators/process.ts')};
    import { localGenerator } from ${moduleOf('test/support/generators.ts')};
    const what = { generator: localGenerator([]), environment: {}, lastsSeconds: 60 };
    const { child, ended } = startK6({ words: ['sh', '-c', 'exec sleep 600'], logFile: process.argv[1] + '/k6.log', ...what });
    console.log(child.pid);
    await ended;`,
};
for (const [what, script] of Object.entries(RUNNERS)) {
  test(`the kernel ends the ${what} of a runner that was killed`, async () => {
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => runner.stdout.once('data', (text) => resolve(Number(text))));
    assert.ok(runs(pid));
    runner.kill('SIGKILL');
    await eventually(() => !runs(pid), 'the end of the orphan');
  });
}

test('children that were started elsewhere are ended as well, whether they run or not', async () => {
  const child = spawn('sleep', ['600']);
  await endChild(child);
  assert.equal(child.signalCode, 'SIGTERM');
  await endChild(child);
});

test('what a wrapper leaves behind ends with it', async () => {
  const child = await startShell(
    'trap "exit 0" TERM; sh -c \'trap "" TERM; while :; do sleep 0.05; done\' & echo $! > server; while :; do sleep 0.05; done',
  );
  await eventually(() => existsSync(path.join(folder, 'server')) && read('server') !== '', 'the server');
  const server = Number(read('server'));
  assert.deepEqual(await child.end(), { code: 0, signal: null });
  await eventually(() => !runs(server), 'the end of the server');
});
