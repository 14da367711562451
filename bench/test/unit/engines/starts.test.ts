import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Starts } from '../../../engines/processes/starts.ts';

test('as many starts are under way at once as there are places, in their order, also after one has failed', async () => {
  const starts = new Starts(2);
  let [running, most] = [0, 0];
  const begun: number[] = [];
  const start = (number: number) =>
    starts.run(async () => {
      begun.push(number);
      most = Math.max(most, ++running);
      await turn();
      running--;
      if (number === 1) throw new Error('one');
      return number * 10;
    });
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map((number) => start(number).catch(({ message }) => message)));
  assert.deepEqual([most, begun, outcomes], [2, [1, 2, 3, 4, 5], ['one', 20, 30, 40, 50]]);
  assert.equal(await start(6), 60);
});
