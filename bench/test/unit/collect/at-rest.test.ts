import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest, readySecondsIn } from '../../../collect/at-rest.ts';

test('Spring Boot says how long it took until it was ready', () => {
  const metrics = [
    '# HELP application_ready_time_seconds Time taken for the application to be ready to service requests',
    '# TYPE application_ready_time_seconds gauge',
    'application_ready_time_seconds{main_application_class="stackbench.mvc.Application",target="mvc"} 2.345',
    'application_started_time_seconds{target="mvc"} 2.1',
    '',
  ].join('\n');
  assert.equal(readySecondsIn(metrics), 2.345);
  assert.equal(readySecondsIn('application_ready_time_seconds 3\n'), 3);
  assert.equal(readySecondsIn('jvm_threads_live_threads 20\n'), null, 'a target of another framework');
  assert.equal(readySecondsIn('application_ready_time_seconds NaN\n'), null);
});

test('memory is that of the process; what cannot be found out is null', async () => {
  const unreachable = 'http://127.0.0.1:1/metrics';
  const { readySeconds, restRssBytes } = await atRest(unreachable, { pid: process.pid });
  assert.equal(readySeconds, null);
  if (process.platform === 'linux') assert.ok(Number(restRssBytes) > 2 ** 20);
  assert.equal((await atRest(unreachable, undefined)).restRssBytes, null);
});
