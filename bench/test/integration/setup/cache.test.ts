import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir, installOnce, withLock } from '../../../setup/cache.ts';
import { eventually } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CACHE_MODULE = new URL('../../../setup/cache.ts', import.meta.url).href;

/** @param script of a module, which gets the argument */
const startScript = (script: string, argument: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', script, argument], { stdio: 'inherit' });

test('the cache is where the user says, else where the system keeps caches', () => {
  assert.equal(cacheDir({ STACKBENCH_CACHE: '/a b/c', XDG_CACHE_HOME: '/x', HOME: '/h' }), '/a b/c');
  assert.equal(cacheDir({ XDG_CACHE_HOME: '/x', HOME: '/h' }), '/x/stackbench');
  assert.equal(cacheDir({ HOME: '/h' }), '/h/.cache/stackbench');
});

test('what fails half-way leaves nothing, and is made anew; what is there is not made again', async () => {
  const cache = temporaryFolder();
  const failing = installOnce(cache, 'tool', async (temporary) => {
    writeFileSync(path.join(temporary, 'half'), '');
    throw new Error('no network');
  });
  await assert.rejects(failing, /no network/);
  assert.deepEqual(readdirSync(cache), []);
  const made = await installOnce(cache, 'tool', async (temporary) => {
    writeFileSync(path.join(temporary, 'program'), 'first');
    return temporary;
  });
  assert.equal(await installOnce(cache, 'tool', () => assert.fail('made twice')), made);
  assert.deepEqual([readdirSync(cache), readdirSync(made)], [['tool'], ['program']]);
});

test('what a killed set-up left behind is cleared away by the next', async () => {
  const cache = temporaryFolder();
  const { pid } = spawnSync('true');
  mkdirSync(path.join(cache, `.tmp-${pid}-aaaaaa`));
  symlinkSync(String(pid), path.join(cache, 'tool.lock'));
  await installOnce(cache, 'tool', async (temporary) => temporary);
  assert.deepEqual(readdirSync(cache), ['tool']);
});

test('two processes at once make it only once', async () => {
  const cache = temporaryFolder();
  const script = `
    import { appendFileSync } from 'node:fs';
    import { installOnce } from ${JSON.stringify(CACHE_MODULE)};
    await installOnce(process.argv[1], 'tool', async (temporary) => {
      appendFileSync(process.argv[1] + '/made', 'x');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return temporary;
    });`;
  const children = [0, 1, 2].map(() => startScript(script, cache));
  const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
  assert.deepEqual(codes, [0, 0, 0]);
  assert.equal(readFileSync(path.join(cache, 'made'), 'utf8'), 'x');
});

test('a lock is stale if its process id has gone to another process, or to this one', async () => {
  const lock = path.join(temporaryFolder(), 'lock');
  for (const earlier of [`${process.ppid}:1`, `${process.pid}:1`]) {
    symlinkSync(earlier, lock);
    assert.equal(await withLock(lock, async () => 'done', assert.fail), 'done');
  }
});

test('who waits for another process says so, and goes on as soon as that is killed', async () => {
  const lock = path.join(temporaryFolder(), 'lock');
  const script = `
    import { withLock } from ${JSON.stringify(CACHE_MODULE)};
    await withLock(process.argv[1], () => new Promise((resolve) => setTimeout(resolve, 30_000)));`;
  const holder = startScript(script, lock);
  await eventually(() => readdirSync(path.dirname(lock)).length > 0, 'the lock');
  const lines: string[] = [];
  const waiting = (line: string) => {
    lines.push(line);
    holder.kill('SIGKILL');
  };
  assert.equal(await withLock(lock, async () => 'done', waiting), 'done');
  assert.deepEqual(lines, [`waiting for process ${holder.pid}, which holds ${lock} …`]);
  assert.deepEqual(readdirSync(path.dirname(lock)), []);
});

test('a lock of a live process is respected, by that process, too', async () => {
  const lock = path.join(temporaryFolder(), 'lock');
  const order: string[] = [];
  const held = async () => {
    order.push('begins');
    await sleep(50);
    order.push('ends');
  };
  await Promise.all([withLock(lock, held), withLock(lock, held)]);
  assert.deepEqual(order, ['begins', 'ends', 'begins', 'ends']);
  assert.equal(existsSync(lock), false);
});
