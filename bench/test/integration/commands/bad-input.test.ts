/** Bad input is one line on standard error that names it, and an exit code other than 0; nothing is started. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { root } from '../../../record/catalogue.ts';
import { runCommand } from '../../support/cli.ts';

const CASES: [what: string, name: string, knobs: Record<string, string>, line: RegExp][] = [
  ['a value of two lines', 'compare', { TARGETS: 'mvc\nx' }, /^TARGETS=mvc\\nx: 'mvc\\nx' is unknown; accepted: mvc, /],
  ['a value that moves the cursor', 'compare', { TARGETS: 'a\x1b[2Jb\r' }, /^TARGETS=ab\ufffd: 'ab' is unknown; /],
  ['a value that make would expand', 'compare', { TARGETS: '$(touch x)' }, /^TARGETS=\$\(touch x\): '\$\(touch x\)' is unknown; /],
  [
    'an option that moves the port',
    'up',
    { TARGET_JVM_ARGS: '-Dserver.port=9999' },
    /^TARGET_JVM_ARGS=\S+: '-Dserver\.port=9999' configures the target, /,
  ],
  ['a run that does not exist', 'compare', { RESUME: 'nope' }, /^RESUME=nope: no such run/],
  ['a sweep over nothing', 'sweep', {}, /^OVER: what to sweep is expected, as make sweep OVER=pool; accepted: gc, pool, /],
  ['a start-up without starts', 'startup', { STARTS: '0' }, /^STARTS=0: accepted is a whole number from 1 to 1000$/],
  [
    'a cache that is a file',
    'setup',
    { STACKBENCH_CACHE: '/dev/null/x' },
    /^the cache is \/dev\/null\/x: nothing can be written there \(ENOTDIR\)$/,
  ],
  ["a ':' in the path of the cache", 'setup', { STACKBENCH_CACHE: '/tmp/a:b' }, /^the cache is \/tmp\/a:b: Java ends a path at ':'; /],
];

for (const [what, name, knobs, line] of CASES) {
  test(`${what} is one line`, async () => {
    const { code, stdout, stderr } = await runCommand(name, knobs);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr.replace(/\n$/, ''), line);
    assert.equal(stderr.split('\n').length, 2, stderr);
  });
}

test('a limit of open files below the connections is one line that says what to raise', () => {
  const script = 'ulimit -n 1024; exec "$0" "$1" connections --connections 10000';
  // make would hand on the options of `make test`.
  const env = { ...process.env, MAKEFLAGS: '' };
  const words = ['-c', script, process.execPath, path.join(root, 'bench', 'cli.ts')];
  const { status, stdout, stderr } = spawnSync('bash', words, { cwd: root, encoding: 'utf8', env });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^CONNECTIONS=10000: a process may open 1024 files and needs 10500; raise the hard limit: ulimit -n 10500 .*\n$/);
});
