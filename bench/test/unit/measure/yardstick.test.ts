import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOf, yardstick } from '../../../measure/yardstick.ts';

const LENGTH = 2 ** 16;
/** Of 4-byte entries; two lines, because processors fetch the neighbouring one too. */
const ENTRIES_NEAR = (2 * 64) / 4;

test('the walk through memory comes to every entry before it comes to one again', () => {
  const next = nextOf(LENGTH);
  const visited = new Uint8Array(LENGTH);
  for (let step = 0, index = 0; step < LENGTH; step++, index = next[index]) visited[index]++;
  assert.ok(visited.every((times) => times === 1));
});

test('hardly a step of it stays near enough to be in a cache already', () => {
  const near = nextOf(LENGTH).filter((next, index) => Math.abs(next - index) < ENTRIES_NEAR).length;
  assert.ok(near / LENGTH < 0.01, `${near} of ${LENGTH} steps`);
});

test('both figures are durations in nanoseconds', () => {
  const { memoryNs, loopNs } = yardstick();
  assert.ok(memoryNs > 0 && loopNs > 0, `${memoryNs} ns, ${loopNs} ns`);
});
