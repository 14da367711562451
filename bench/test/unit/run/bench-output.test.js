import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from '../../../util/math.js';
import { formatRounds, pins, rotated } from '../../../run/bench-output.js';

test('each arm comes first in turn', () => {
  assert.deepEqual(rotated(['a', 'b', 'c'], 0), ['a', 'b', 'c']);
  assert.deepEqual(rotated(['a', 'b', 'c'], 1), ['b', 'c', 'a']);
  assert.deepEqual(rotated(['a', 'b', 'c'], 5), ['c', 'a', 'b']);
});

test('a median is the middle value, or the mean of the two in the middle, whatever the order', () => {
  assert.equal(median([3, 1, 10]), 3);
  assert.equal(median([4, 1, 10, 2]), 3);
});

test('ratios are taken within a round, and their median over the rounds', () => {
  // Ratios of rollup 1.00, 0.90, 0.50: median 0.90, while the ratio of the medians would be 100 ÷ 200 = 0.50.
  const rounds = [
    { none: 100, rollup: 100, influxdb: 60 },
    { none: 200, rollup: 180, influxdb: 100 },
    { none: 200, rollup: 100, influxdb: 20 },
  ];
  assert.equal(
    formatRounds(rounds),
    [
      '          none  rollup  influxdb  rollup ÷ none  influxdb ÷ none',
      'round 1  100/s   100/s      60/s           1.00             0.60',
      'round 2  200/s   180/s     100/s           0.90             0.50',
      'round 3  200/s   100/s      20/s           0.50             0.10',
      ' median                                    0.90             0.50',
    ].join('\n'),
  );
});

test('k6 has a CPU of its own where there are two', () => {
  const pinned = pins([2, 3, 5]);
  assert.deepEqual(pinned.k6, ['taskset', '-c', '2']);
  assert.deepEqual(pinned.others, ['taskset', '-c', '3,5']);
  assert.deepEqual(pins([0]).k6, []);
  assert.deepEqual(pins([]).others, []);
});
