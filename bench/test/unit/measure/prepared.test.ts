/** What is done right before a load: no place of `lock` is left to sell, and the speed of the machine is measured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soldOutFault } from '../../../measure/prepared.ts';
import { nextOf } from '../../../measure/yardstick.ts';

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

test('a load that begins sold out sells nothing', () => {
  assert.equal(soldOutFault({ rows: 0, left: 0 }), null);
  assert.equal(soldOutFault({ rows: 2, left: 0 }), 'oversold: no place was left before the load; after it 2 rows in place, places_left 0');
  assert.match(String(soldOutFault({ rows: 0, left: -1 })), /^oversold: /);
});
