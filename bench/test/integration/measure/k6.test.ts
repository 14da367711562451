/** The runner's hold on k6, with stand-ins for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { startK6 } from '../../../measure/generators/process.ts';
import { localGenerator } from '../../support/generators.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @param script of a shell that stands for k6, and gets 45 s beside its load */
function startFake(script: string, lastsSeconds = 1) {
  const logFile = path.join(temporaryFolder(), 'k6.log');
  return startK6({ generator: localGenerator([]), words: ['sh', '-c', script], environment: {}, logFile, lastsSeconds });
}

test('a k6 that somebody stopped is killed once its load and its setup are long over', async () => {
  const { child, ended } = startFake('exec sleep 600', 1 - 45);
  child.kill('SIGSTOP');
  assert.deepEqual(await ended, { exitCode: null, signal: 'SIGKILL (it had not ended after 1 s)' });
});

test('a k6 that ends in time ends as it will', async () => {
  assert.deepEqual(await startFake('exit 108').ended, { exitCode: 108, signal: null });
  assert.deepEqual(await startFake('kill -TERM $$').ended, { exitCode: null, signal: 'SIGTERM' });
});
