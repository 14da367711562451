/** What `make test` and `make lint` do with their lists. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { root } from '../../../record/catalogue.js';
import { runSuites } from '../../../dev/suites.js';
import { Interruption } from '../../../util/errors.js';

/** @param {string} name @param {string} file */
const suite = (name, file) => ({ name, file, args: [] });

test('every suite runs, and those that failed are named', async () => {
  const warnings = /** @type {string[]} */ ([]);
  const { signal } = new AbortController();
  const command = { root, signal, log: () => {}, warn: (/** @type {string} */ line) => void warnings.push(line) };
  assert.equal(await runSuites([suite('one', 'false'), suite('two', 'true')], command), 1);
  assert.deepEqual(warnings, ['failed: one']);
});

test('an interruption between two suites is not lost', async () => {
  const lines = /** @type {string[]} */ ([]);
  const controller = new AbortController();
  const log = (/** @type {string} */ line) => {
    lines.push(line);
    if (line.includes('passed')) controller.abort(new Interruption('SIGINT', 130));
  };
  const run = runSuites([suite('one', 'true'), suite('two', 'true')], { root, signal: controller.signal, log, warn: log });
  await assert.rejects(run, { message: 'interrupted: SIGINT', exitCode: 130 });
  assert.deepEqual(lines, ['== one', '== one: passed, 0 s']);
});
