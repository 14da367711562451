/** What is printed of a run of tests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import test from 'node:test';
import reporter from '../../../dev/reporter.ts';
import { nodeSuite } from '../../../dev/node-suites.ts';
import { nodeFailures, nodeRemarks, nodeTests } from '../../../dev/outputs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @param text of a test file */
function runTests(text: string): { status: number | null; stdout: string } {
  const file = path.join(temporaryFolder(), 'a.test.mjs');
  writeFileSync(file, `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\n${text}`);
  // Else the inner run would report to the outer one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'));
  const suite = nodeSuite('', [file]);
  return spawnSync(suite.file, suite.args, { env, encoding: 'utf8' });
}

test('of tests that pass only their number is printed, which is read again', () => {
  const { status, stdout } = runTests("describe('x', () => { it('y', () => console.log('noise')); it('z', () => {}); });");
  assert.deepEqual([status, stdout], [0, '2 tests, 0 failed\n']);
  assert.equal(nodeTests(stdout), 2);
});

test('a test that fails is printed with its place, its reason and what its file printed', () => {
  const { status, stdout } = runTests(
    "describe('x', () => { it('y', () => { console.log('a hint'); assert.equal(1, 2); }); it('z', () => {}); });",
  );
  assert.equal(status, 1);
  assert.match(stdout, /✖ y \(.*a\.test\.mjs:3\)/);
  assert.match(stdout, /1 !== 2/);
  assert.match(stdout, /a hint/);
  assert.match(nodeFailures(`slow: 12 s, z\n${stdout}`), /^✖ y \(.*a\.test\.mjs:3\)\n.*\n.*\n.*1 !== 2/);
  assert.match(nodeFailures(stdout), /\n✖ y \(.*a\.test\.mjs:3\) AssertionError.* 1 !== 2.*$/, 'once more at the end, in a line');
  assert.match(stdout, /^2 tests, 1 failed$/m);
});

test('a test that is skipped for a reason says so', () => {
  const { stdout } = runTests("it('y', (context) => context.skip('compilers are at work')); it('z', { skip: true }, () => {});");
  assert.deepEqual(nodeRemarks(stdout), ['skipped: y: compilers are at work']);
});

test('a file that ends early is a failure', () => {
  const { status, stdout } = runTests('process.exit(3);');
  assert.equal(status, 1);
  assert.match(stdout, /✖ .*a\.test\.mjs/);
  assert.equal(nodeTests(stdout), 1);
});

test('a test that took long is named with its time', async () => {
  const passed = (name: string, duration_ms: number) => ({ type: 'test:pass', data: { name, details: { duration_ms } } });
  const events = Readable.from([passed('a quick one', 800), passed('a comparison', 61_400)]) as any;
  let printed = '';
  for await (const text of reporter(events)) printed += text;
  assert.deepEqual(nodeRemarks(printed), ['slow: 61 s, a comparison']);
  assert.equal(nodeTests(printed), 2);
});

test('a hook that fails is the reason for the tests that it cancels', () => {
  const { stdout } = runTests(
    "import { before } from 'node:test';\ndescribe('x', () => { before(() => { throw new Error('no port'); }); it('y', () => {}); });",
  );
  assert.match(stdout, /no port/);
  assert.match(stdout, /^1 tests, 1 failed$/m);
});
