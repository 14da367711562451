import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yardstick } from '../run/yardstick.js';

test('memory that lies far away takes longer than a loop without it', () => {
  const { memoryNs, loopNs } = yardstick();
  assert.ok(loopNs > 0, `${loopNs} ns`);
  assert.ok(memoryNs > 2 * loopNs, `${memoryNs} ns against ${loopNs} ns: was it read from a cache?`);
});
