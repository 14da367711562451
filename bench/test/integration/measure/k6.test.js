/** The runner's hold on k6, with stand-ins for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { startK6 } from '../../../measure/k6.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @param {string} script of a shell that stands for k6 @param {number} besideLoadSeconds */
function startFake(script, besideLoadSeconds) {
  const command = ['sh', '-c', script];
  const logFile = path.join(temporaryFolder(), 'k6.log');
  return startK6(
    { command, root: '/', scenario: 'x', variables: {}, outputs: [], environment: {}, logFile, lastsSeconds: 0.5 },
    besideLoadSeconds,
  );
}

test('a k6 that somebody stopped is killed once its load and its setup are long over', async () => {
  const { child, ended } = startFake('exec sleep 600', 0.5);
  child.kill('SIGSTOP');
  assert.deepEqual(await ended, { exitCode: null, signal: 'SIGKILL (it had not ended after 1 s)' });
});

test('a k6 that ends in time ends as it will', async () => {
  assert.deepEqual(await startFake('exit 108', 60).ended, { exitCode: 108, signal: null });
  assert.deepEqual(await startFake('kill -TERM $$', 60).ended, { exitCode: null, signal: 'SIGTERM' });
});
