import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Spent } from '../../../measure/spent.ts';

describe('the time of a run', () => {
  /** A clock that is set by hand. */
  function clock() {
    let nowMs = 1000;
    return { spent: new Spent(() => nowMs), pass: (seconds: number) => void (nowMs += seconds * 1000) };
  }

  it('is charged to an activity, without what an activity within it takes', async () => {
    const { spent, pass } = clock();
    await spent.on('preparation', async () => {
      pass(2);
      await spent.on('warm-ups', async () => {
        pass(10);
        await spent.on('jvm-starts', async () => pass(3));
        pass(1);
      });
      pass(4);
    });
    assert.deepEqual(spent.take(), { preparation: 6, 'warm-ups': 11, 'jvm-starts': 3 });
  });

  it('is charged also where the activity fails', async () => {
    const { spent, pass } = clock();
    const failing = spent.on('set-up', async () => {
      pass(5);
      throw new Error('no database');
    });
    await assert.rejects(failing, /no database/);
    pass(7);
    assert.deepEqual(spent.take(), { 'set-up': 5 }, 'what no activity takes is nobody’s');
  });

  it('moves from preparation to the load that was under way in it', async () => {
    const { spent, pass } = clock();
    await spent.on('preparation', async () => {
      pass(40);
      spent.move('blocks', 20);
      spent.move('gaps', 4);
    });
    assert.deepEqual(spent.take(), { preparation: 16, blocks: 20, gaps: 4 });
    await spent.on('preparation', async () => {
      pass(3);
      spent.move('blocks', 5);
    });
    assert.deepEqual(spent.take(), { preparation: 0, blocks: 3 }, 'no more than it took: nothing is below 0');
    spent.move('blocks', 2);
    assert.deepEqual(spent.take(), {}, 'where nothing is under way');
  });

  it('is taken once, also in the middle of an activity', async () => {
    const { spent, pass } = clock();
    await spent.on('verification', async () => {
      pass(3);
      assert.deepEqual(spent.take(), { verification: 3 });
      pass(1);
    });
    assert.deepEqual(spent.take(), { verification: 1 });
    assert.deepEqual(spent.take(), {});
  });
});
