import assert from 'node:assert/strict';
import test from 'node:test';
import { highest, mean, median, present, sum, upperMedian } from '../../../util/math.ts';

test('sums, means and medians; the upper median is one of the values, and the given list stays in its order', () => {
  const odd = [10, 1, 9];
  assert.deepEqual([sum([]), sum([1, 2, 3.5]), mean([1, 2, 6])], [0, 6.5, 3]);
  assert.deepEqual([median([4, 1]), median(odd)], [2.5, 9]);
  assert.deepEqual([upperMedian([4, 1]), upperMedian(odd), upperMedian([])], [4, 9, null]);
  assert.deepEqual(odd, [10, 1, 9]);
});

test('what is missing is left out', () => {
  assert.deepEqual(present([null, 0, undefined, 1]), [0, 1]);
  assert.deepEqual([highest([null, -1, -2]), highest([null])], [-1, null]);
});
