import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Gate } from '../../../engines/processes/starts.ts';

test('a gate lets as many pass at once as it has places, in their order, also after one has failed', async () => {
  const gate = new Gate(2);
  let most = 0;
  const running: number[] = [];
  const begun: number[] = [];
  const work = (number: number) => async () => {
    begun.push(number);
    running.push(number);
    most = Math.max(most, running.length);
    await turn();
    running.splice(running.indexOf(number), 1);
    if (number === 1) throw new Error('one');
    return number * 10;
  };
  const ended = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => gate.pass(work(number))));
  assert.equal(most, 2);
  assert.deepEqual(begun, [1, 2, 3, 4, 5]);
  assert.deepEqual(
    ended.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
    ['one', 20, 30, 40, 50],
  );
  assert.equal(await gate.pass(work(6)), 60);
});
