import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { highest, mean, median, present, sum, upperMedian } from '../../../util/math.ts';

describe('sums and means', () => {
  it('a sum of nothing is 0', () => {
    assert.equal(sum([]), 0);
    assert.equal(sum([1, 2, 3.5]), 6.5);
    assert.equal(mean([1, 2, 6]), 3);
  });

  it('a median of two is their mean; the upper median is one of the values', () => {
    assert.equal(median([4, 1]), 2.5);
    assert.equal(median([10, 1, 9]), 9);
    assert.equal(upperMedian([4, 1]), 4);
    assert.equal(upperMedian([10, 1, 9]), 9);
    assert.equal(upperMedian([]), null);
  });

  it('the given list stays in its order', () => {
    const values = [3, 1, 2];
    median(values);
    upperMedian(values);
    assert.deepEqual(values, [3, 1, 2]);
  });

  it('what is missing is left out', () => {
    assert.deepEqual(present([null, 0, undefined, 1]), [0, 1]);
    assert.equal(highest([null, -1, -2]), -1);
    assert.equal(highest([null]), null);
  });
});
