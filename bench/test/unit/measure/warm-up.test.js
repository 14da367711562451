import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { HlogTail } from '../../../measure/generators/hlog-tail.js';
import { inBursts, perSecondOf } from '../../../measure/warm-up/alone.js';
import { kindsOfBursts, warmUpLoad } from '../../../measure/warm-up/load.js';
import { hlogText } from '../../fixtures/bundle-files.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @typedef {import('../../../measure/warm-up/load.js').Kind} Kind */

/**
 * A log whose setup ends in second 99; its load begins with second 100.
 * @param {Record<number, number>} ok second → successes
 * @param {Record<number, number>} [failed]
 */
function tailOf(ok, failed = {}) {
  const streams = { 'setup.ok': { 99: 2 }, 'read.ok': ok, 'read.failed': failed };
  const intervals = Object.entries(streams).flatMap(([tag, seconds]) =>
    Object.entries(seconds).map(([second, count]) => ({ second: Number(second), tag, counts: [[1000, count]] })),
  );
  const file = path.join(temporaryFolder(), 'http.hlog');
  const tail = new HlogTail([file]);
  writeFileSync(file, hlogText(/** @type {Parameters<typeof hlogText>[0]} */ (intervals)));
  tail.read();
  return tail;
}

/** @param {number[]} counts of the seconds from 100 on */
const from100 = (counts) => Object.fromEntries(counts.map((count, index) => [100 + index, count]));

test('the seconds of a burst are counted from the one after setup()', () => {
  assert.deepEqual(perSecondOf(tailOf(from100([1, 2, 3, 9])), 'read', 3), [1, 2, 3]);
  assert.deepEqual(perSecondOf(tailOf({ 101: 4 }, { 102: 1 }), 'read', 3), [0, 4, 0]);
  assert.deepEqual(perSecondOf(tailOf({}), 'read', 3), []);
});

/**
 * @param {number[][]} rates of each burst
 * @param {object} how
 * @param {number} [how.minSeconds]
 * @param {number} how.maxSeconds
 * @param {Kind[]} [how.kinds]
 * @param {number} [how.steadyBursts]
 * @param {number} [how.pauseSeconds]
 * @param {string} [how.exit] of the last burst
 * @param {number[]} [how.compiling] ms that the compilers take in each burst
 * @param {number} [how.compilingInPauses] ms that they take in each pause
 */
async function run(rates, how) {
  const { minSeconds, maxSeconds, kinds = kindsOfBursts([50], false), steadyBursts, pauseSeconds = 1, exit, compiling } = how;
  const asKinds = /** @type {Kind[]} */ ([]);
  let nowMs = 0;
  let compiledMs = 0;
  const asked = /** @type {number[]} */ ([]);
  const burst = async (/** @type {number} */ seconds, /** @type {Kind} */ kind) => {
    asKinds.push(kind);
    const index = asked.push(seconds) - 1;
    nowMs += seconds * 1000;
    compiledMs += compiling?.[index] ?? 0;
    return { perSecond: rates[index], exit: exit !== undefined && index === rates.length - 1 ? exit : null };
  };
  const pause = async () => {
    nowMs += pauseSeconds * 1000;
    compiledMs += how.compilingInPauses ?? 5000;
  };
  const told = async () => (compiling ? compiledMs : null);
  return {
    asked,
    asKinds,
    found: await inBursts({ burst, kinds, pause, compiledMs: told, minSeconds, maxSeconds, steadyBursts, nowMs: () => nowMs }),
  };
}

test('a warm-up ends as soon as a burst is no better than those before', async () => {
  const rates = [
    [10, 50, 90],
    [100, 120, 121],
    [119, 122, 120],
    [0, 0, 0],
  ];
  const { asked, found } = await run(rates, { maxSeconds: 60 });
  assert.deepEqual(asked, [2, 2, 2]);
  assert.deepEqual(found, { seconds: 9, perSecond: rates.slice(0, 3).flat(), compilingShare: null, steady: true, exit: null });
});

test('it goes on while the compilers are at work under load; what they do in the pauses does not count', async () => {
  const flat = [[100], [100], [100], [100]];
  const { asked, found } = await run(flat, { maxSeconds: 60, compiling: [2000, 2000, 500, 0] });
  assert.deepEqual([asked.length, found.steady, found.compilingShare], [3, true, 0.25]);
});

test('it ends too where nothing was compiled since the burst before, however throughput scatters', async () => {
  const scattered = [[10], [12], [15], [20], [26]];
  const quiet = { maxSeconds: 60, compiling: [2000, 500, 100, 0], compilingInPauses: 100 };
  const { asked, found } = await run(scattered, quiet);
  assert.deepEqual(
    [asked.length, found.steady, found.compilingShare],
    [3, true, 0.05],
    'at most 10 % of a burst, with the pause before it',
  );
  const inPauses = await run(scattered, { ...quiet, maxSeconds: 9, compilingInPauses: 201 });
  assert.deepEqual([inPauses.asked.length, inPauses.found.steady], [3, false], 'compilers that work in the pauses are not quiet');
});

test('one that rises ends when there is no time for another burst, and says so', async () => {
  const rising = [[10], [20], [30], [40], [50]];
  const { asked, found } = await run(rising, { maxSeconds: 10 });
  assert.deepEqual([asked.length, found.steady, found.seconds], [3, false, 9]);
  assert.equal((await run(rising, { maxSeconds: 11 })).asked.length, 4);
  assert.equal((await run(rising, { maxSeconds: 10, pauseSeconds: 9 })).asked.length, 1);
  assert.deepEqual((await run(rising, { maxSeconds: 1 })).asked, [1]);
});

test('where several bursts have to be steady, they are counted in a row', async () => {
  const rates = [[100], [100], [100], [120], [120], [120], [120], [120]];
  const { asked, found } = await run(rates, { maxSeconds: 60, steadyBursts: 3 });
  assert.deepEqual([asked.length, found.steady], [7, true], 'two, a better one, and three');
  const short = await run(rates, { maxSeconds: 9, steadyBursts: 3 });
  assert.deepEqual([short.asked.length, short.found.steady], [3, false]);
});

test('one that is steady early goes on for the least time asked for, and is steady only if its last bursts were', async () => {
  const flat = [[100], [100], [100], [100], [100]];
  const { asked, found } = await run(flat, { minSeconds: 12, maxSeconds: 60 });
  assert.deepEqual([asked.length, found.steady, found.seconds], [4, true, 12]);
  const late = await run([[100], [100], [100], [120], [120]], { minSeconds: 10, maxSeconds: 60 });
  assert.deepEqual([late.asked.length, late.found.steady], [5, true], 'at its least time the fourth was better: one more');
  const capped = await run(flat, { minSeconds: 30, maxSeconds: 8 });
  assert.deepEqual([capped.asked.length, capped.found.steady], [3, true], 'the longest time comes before the least');
});

test('bursts of few and of many users take turns; each is held against those with as many', async () => {
  const rates = [[100], [50], [100], [60], [100], [60]];
  const { asKinds, found } = await run(rates, { maxSeconds: 60, kinds: kindsOfBursts([50, 300], false), steadyBursts: 2 });
  const users = asKinds.map(({ vus }) => vus);
  assert.deepEqual(users, [50, 300, 50, 300, 50, 300], 'the third is steady, the fourth is better than the second, two more are steady');
  assert.equal(found.steady, true);
});

test('bursts without and under the CPU limit take turns, too', async () => {
  const kinds = kindsOfBursts([50, 300], true);
  assert.deepEqual(
    kinds.map(({ vus, limited }) => `${vus} ${limited}`),
    ['50 false', '50 true', '300 false', '300 true'],
  );
  const { asked, asKinds, found } = await run([[100], [40], [100], [50], [100], [50]], {
    maxSeconds: 60,
    kinds: kinds.slice(0, 2),
    steadyBursts: 2,
  });
  assert.deepEqual(
    [asked.length, asKinds[3].limited, found.steady],
    [6, true, true],
    'the fourth is better than the second, two more are steady',
  );
});

test('a k6 that fails ends it', async () => {
  const { asked, found } = await run([[10, 20, 30], []], { maxSeconds: 60, exit: 'k6 ended' });
  assert.deepEqual([asked.length, found.exit], [2, 'k6 ended']);
});

test('a scenario is warmed by its own requests, or by those of the one it names, where the target answers these', () => {
  const fast = { warmupVus: 50 };
  const catalogue = /** @type {any} */ ({
    scenarios: { fast, slow: { warmupVus: 2, leavesBacklog: true, warmedBy: 'fast' } },
    targets: { mvc: {}, other: { only: ['slow'] } },
  });
  const load = (/** @type {string} */ scenario, /** @type {string} */ target) => warmUpLoad(catalogue, { scenario, target }, 50);
  assert.deepEqual(load('fast', 'mvc'), { scenario: 'fast', vus: [50] });
  assert.deepEqual(load('slow', 'mvc'), { scenario: 'fast', vus: [50] });
  assert.deepEqual(load('slow', 'other'), { scenario: 'slow', vus: [2] });
});

test('a load with more users is in the warm-up, too, but where it leaves a backlog', () => {
  const catalogue = /** @type {any} */ ({
    scenarios: { read: { warmupVus: 50 }, block: { warmupVus: 2, leavesBacklog: true } },
    targets: { mvc: {} },
  });
  const of = (/** @type {string} */ scenario, /** @type {number} */ mostVus) =>
    warmUpLoad(catalogue, { scenario, target: 'mvc' }, mostVus).vus;
  assert.deepEqual([of('read', 300), of('read', 50), of('read', 20), of('block', 300)], [[50, 300], [50], [50], [2]]);
});
