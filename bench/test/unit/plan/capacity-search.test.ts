import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchCapacity } from '../../../plan/capacity.ts';

/** @param holds `attempt`: how often that rate was tried before */
function search(first: number, holds: (rate: number, attempt: number) => boolean, highest = 100_000) {
  const asked: number[] = [];
  const held: boolean[] = [];
  const searching = searchCapacity({ first, highest });
  let step = searching.next();
  while (!step.done) {
    const rate = step.value;
    held.push(holds(rate, asked.filter((one) => one === rate).length));
    asked.push(rate);
    step = searching.next(held[held.length - 1]);
  }
  return { ...step.value, asked, held };
}

test('a coarse ramp, then halving until 3 % on either side are left', () => {
  const { capacity, asked } = search(400, (rate) => rate <= 1000);
  // 400, 600, 900 hold, 1350 does not; √(900 × 1350) = 1102 does not, √(900 × 1102) = 996 does; 1102 ÷ 996 is 1.106,
  // √(996 × 1102) = 1048 does not; 1048 ÷ 996 is 1.052, less than 1.03².
  assert.deepEqual(asked, [400, 600, 900, 1350, 1350, 1102, 1102, 996, 1048, 1048]);
  assert.equal(capacity, 996);
});

test('a rate that fails once and holds then, holds', () => {
  const { capacity, asked, held } = search(990, (rate, attempt) => rate < 1000 && attempt > 0);
  assert.ok(Number(capacity) >= 990);
  assert.deepEqual([...asked.slice(0, 2), ...held.slice(0, 2)], [990, 990, false, true]);
});

test('where the first rate is too high, it is looked for below; where none holds, there is no capacity', () => {
  const below = search(100, (rate) => rate <= 10);
  assert.deepEqual(below.asked.slice(0, 6), [100, 100, 25, 25, 6, 12]);
  assert.ok(below.capacity === 10);
  const none = search(100, () => false);
  assert.deepEqual([none.capacity, none.asked], [null, [100, 100, 25, 25, 6, 6, 2, 2, 1, 1]]);
});

test('the ramp ends at the highest rate and says so', () => {
  const { capacity, reachedHighest, asked } = search(400, () => true, 1000);
  assert.deepEqual([capacity, reachedHighest, asked], [1000, true, [400, 600, 900, 1000]]);
});
