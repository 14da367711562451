import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHlog } from '../analyse/hlog.js';
import { expectedOverlap, littlesLaw } from '../analyse/littles-law.js';
import { hlogText } from './fixtures/bundle-files.js';

const S = 1_700_000_000;

/** A stage of 5 s whose plateau is S+1…S+4; looked at is S+1…S+3. @param {number} vus */
function stage(vus) {
  const at = (/** @type {number} */ second) => (S + second) * 1000;
  return { vus, startMs: at(0), endMs: at(5), plateauStartMs: at(1), plateauEndMs: at(5) };
}

/** @param {Record<number, [micros: number, count: number][]>} bySecond @param {string} [tag] */
function ended(bySecond, tag = 'read.ok') {
  return Object.entries(bySecond).map(([second, counts]) => ({ second: S + Number(second), tag, counts }));
}

/** @param {ReturnType<typeof ended>} intervals */
function log(...intervals) {
  return parseHlog(hlogText(intervals));
}

/** @param {number} actual @param {number} expected hdr histograms keep three digits */
function near(actual, expected) {
  assert.ok(Math.abs(actual - expected) <= 0.002 * expected, `${actual} instead of ${expected}`);
}

describe('the time a request spends on the plateau', () => {
  it('is all of it where it began after the plateau did', () => {
    assert.equal(expectedOverlap(0.5, 1, 3), 0.5);
    assert.equal(expectedOverlap(2, 2, 3), 2);
  });

  it('of an end anywhere in the first second is what lies in it', () => {
    assert.equal(expectedOverlap(1, 0, 3), 0.5, 'from 0 to the end, which is at 0.5 on average');
    assert.equal(expectedOverlap(0.5, 0, 3), 0.375, 'half of them ended before 0.5 and have 0.25 on average; the others have 0.5');
    assert.equal(expectedOverlap(9, 0, 3), 0.5);
  });

  it('of an end after the plateau is what it spent before', () => {
    assert.equal(expectedOverlap(1, 3, 3), 0.5);
    assert.equal(expectedOverlap(0.5, 4, 3), 0);
    assert.equal(expectedOverlap(9, 4, 3), 3, 'all of it');
  });
});

describe('Little’s law', () => {
  /** @param {number} vus @param {Record<number, [micros: number, count: number][]>} seconds @param {Parameters<typeof littlesLaw>[2]} [more] */
  const law = (vus, seconds, more) => {
    const [found] = littlesLaw([stage(vus)], log(...ended(seconds)), more);
    assert.ok(found);
    return found;
  };
  /** The same in each of the seconds 1 to 5. @param {number} micros @param {number} count */
  const always = (micros, count) =>
    Object.fromEntries([1, 2, 3, 4, 5].map((second) => [second, /** @type {[number, number][]} */ ([[micros, count]])]));

  it('finds 10 users where 100 requests a second take 100 ms', () => {
    const { users, holds } = law(10, { 0: [[100_000, 60]], ...always(100_000, 100) });
    near(users, 10);
    assert.equal(holds, true);
  });

  it('finds 300 users of whom 200 are served in a second, however long the others wait', () => {
    const { users, holds } = law(300, always(1_500_000, 200));
    near(users, 300);
    assert.equal(holds, true);
  });

  it('counts failed requests as users too', () => {
    const half = always(100_000, 50);
    const [found] = littlesLaw([stage(10)], log(...ended(half), ...ended(half, 'read.failed')));
    near(Number(found?.users), 10);
  });

  it('does not hold beyond 3 %', () => {
    assert.deepEqual([law(10, always(10_000, 970)).holds, law(10, always(10_000, 969)).holds], [true, false]);
    assert.equal(law(10, always(10_000, 900)).explanation, null);
  });

  it('is explained where requests were never answered', () => {
    assert.equal(law(100, always(10_000, 900), { unanswered: 90 }).explanation, '90 requests were never answered and have no duration');
    assert.equal(law(100, always(10_000, 900), { unanswered: 50 }).explanation, null, '59 of 100');
  });

  it('is explained where slow requests reach over the edges by more than is missing', () => {
    assert.equal(law(10, always(300_000, 35)).explanation, 'requests of 0.30 s reach over the edges of 3 s: known to ±10 %', '10.5 users');
    assert.equal(law(10, always(300_000, 40)).explanation, null, '12 users');
  });

  it('is explained by the generator where the law holds with its time, over all plateaus together', () => {
    const counts = always(10_000, 900);
    assert.equal(law(10, counts, { besideSeconds: 0.001 }).explanation, 'the generator took 1.00 ms between requests', '9 + 0.9 of 10');
    assert.equal(law(10, counts, { besideSeconds: 0.0005 }).explanation, null, '9.45 of 10');
    assert.equal(law(8, counts, { besideSeconds: 0.001 }).explanation, null, 'more users than there are');
  });

  it('says nothing of a plateau of one second', () => {
    assert.deepEqual(littlesLaw([{ ...stage(10), plateauEndMs: (S + 2) * 1000 }], log()), [null]);
  });
});
