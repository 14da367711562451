import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstSoFar, burstVariables, followWarmUp } from '../run/warm-up.js';

/**
 * A log whose setup ends in second 99; its load begins with second 100.
 * @param {Record<number, number>} ok second → successes
 * @param {Record<number, number>} [failed]
 */
function tailOf(ok, failed = {}) {
  /** @type {Record<string, Record<number, number>>} */
  const streams = { 'setup.ok': { 99: 2 }, 'read.ok': ok, 'read.failed': failed };
  const secondsOf = (/** @type {string} */ stream) => Object.keys(streams[stream] ?? {}).map(Number);
  return /** @type {import('../collect/hlog-tail.js').HlogTail} */ (
    /** @type {unknown} */ ({
      read: () => {},
      lastSecond: (/** @type {string} */ stream) => (secondsOf(stream).length ? Math.max(...secondsOf(stream)) : null),
      count: (/** @type {string} */ stream, /** @type {number} */ from, /** @type {number} */ to) =>
        secondsOf(stream)
          .filter((second) => second >= from && second < to)
          .reduce((sum, second) => sum + streams[stream][second], 0),
    })
  );
}

/** @param {number[]} counts of the seconds from 100 on */
const from100 = (counts) => Object.fromEntries(counts.map((count, index) => [100 + index, count]));

test('bursts of 5 s with pauses of 1 s last at least as long as a warm-up may', () => {
  assert.deepEqual(burstVariables(50, 14), { VUS_START: 50, VUS_STEP: 0, STAGES: 3, STAGE_SECONDS: 5, PAUSE_SECONDS: 1, ROUND: 0 });
  assert.equal(burstVariables(50, 60).STAGES, 10);
  assert.deepEqual([burstVariables(50, 1).STAGES, burstVariables(50, 1).STAGE_SECONDS], [1, 1]);
});

test('the seconds under load are counted from the one after setup(), without the pauses', () => {
  assert.deepEqual(burstSoFar(tailOf(from100([1, 2, 3, 4, 5, 9, 6, 7])), 'read', 60), { seconds: 8, perSecond: [1, 2, 3, 4, 5, 6, 7] });
  assert.deepEqual(burstSoFar(tailOf({ 101: 4 }, { 102: 1 }), 'read', 60), { seconds: 3, perSecond: [0, 4, 0] });
  assert.deepEqual(burstSoFar(tailOf(from100([1, 2, 3, 4, 9])), 'read', 4), { seconds: 4, perSecond: [1, 2, 3, 4] });
  assert.deepEqual(burstSoFar(tailOf({}), 'read', 60), { seconds: 0, perSecond: [] });
});

/** @param {number} exitCode of the k6 when it is told to end */
function fakeK6(exitCode) {
  /** @type {(exit: { exitCode: number, signal: null }) => void} */
  let end = () => {};
  const ended = new Promise((resolve) => (end = resolve));
  const signals = /** @type {string[]} */ ([]);
  const child = { kill: (/** @type {string} */ signal) => (signals.push(signal), end({ exitCode, signal: null }), true) };
  return { k6: /** @type {any} */ ({ child, ended }), signals, end };
}

/** @param {number[]} counts @param {number} maxSeconds @param {ReturnType<typeof fakeK6>} fake */
const follow = (counts, maxSeconds, { k6 }) =>
  followWarmUp({ k6, tail: tailOf(from100(counts)), scenario: 'read', maxSeconds, onLook: () => {} });

test('a warm-up ends as soon as it is steady', async () => {
  const fake = fakeK6(105);
  const flat = [10, 50, 90, 100, 100, 0, 100, 101, 100, 99];
  assert.deepEqual(await follow(flat, 60, fake), {
    seconds: 10,
    perSecond: [10, 50, 90, 100, 100, 100, 101, 100, 99],
    steady: true,
    exit: null,
  });
  assert.deepEqual(fake.signals, ['SIGINT']);
});

test('one that rises ends when its time is over, and says so', async () => {
  const fake = fakeK6(105);
  const { steady, seconds, exit } = await follow([10, 20, 30, 40, 50, 0, 60, 70, 80], 9, fake);
  assert.deepEqual([steady, seconds, exit], [false, 9, null]);
  assert.deepEqual(fake.signals, ['SIGINT']);
});

test('a k6 that fails by itself is told from one that was ended', async () => {
  const fake = fakeK6(0);
  fake.end({ exitCode: 108, signal: null });
  const { exit } = await follow([10], 60, fake);
  assert.equal(exit, 108);
  assert.deepEqual(fake.signals, []);
});
