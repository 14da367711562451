import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTime, untilStill, waitFor, waitUntil } from '../../../util/wait.ts';

const SOON = { everyMs: 1, withinMs: 5_000 };

/** @returns one after the other, then the last for ever */
function series<T>(values: T[]): () => Promise<T> {
  let index = 0;
  return async () => values[Math.min(index++, values.length - 1)];
}

describe('waiting', () => {
  it('ends with the first result', async () => {
    assert.equal(await waitFor(series([undefined, undefined, 7]), SOON), 7);
    assert.equal(await waitUntil(series([false, true]), SOON), true);
  });

  it('ends with the time, after at least one look', async () => {
    assert.equal(await waitFor(async () => undefined, { everyMs: 1, withinMs: 0 }), undefined);
    assert.equal(await waitUntil(() => true, { everyMs: 1, withinMs: 0 }), true);
    assert.equal(await waitUntil(() => false, { everyMs: 1, withinMs: 10 }), false);
  });

  it('ends with what a look throws', () =>
    assert.rejects(
      waitFor(() => Promise.reject(new Error('gone')), SOON),
      { message: 'gone' },
    ));
});

describe('waiting until a value is still', () => {
  it('takes the first that is repeated', async () => {
    assert.deepEqual(await untilStill(series([1, 2, 3, 3, 4]), SOON), { value: 3, still: true });
  });

  it('takes one that is repeated so often in a row, by the given comparison', async () => {
    const isStill = (latest: number, previous: number) => latest === previous && latest > 0;
    assert.deepEqual(await untilStill(series([0, 0, 0, 1, 1, 2, 2, 2]), { ...SOON, times: 2, isStill }), { value: 2, still: true });
  });

  it('says so where it never is', async () => {
    let value = 0;
    assert.equal((await untilStill(async () => ++value, { everyMs: 1, withinMs: 10 })).still, false);
  });
});

describe('a promise that must be settled in time', () => {
  it('has its result, or its error', async () => {
    assert.equal(await inTime(Promise.resolve(7), 5_000, 'late'), 7);
    await assert.rejects(inTime(Promise.reject(new Error('gone')), 5_000, 'late'), { message: 'gone' });
  });

  it('is given up after that time', () =>
    assert.rejects(inTime(new Promise(() => {}), 10, 'MariaDB did not answer'), { message: 'MariaDB did not answer' }));
});
