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
  it('finds 10 users where 100 requests a second take 100 ms', () => {
    const result = littlesLaw(
      stage(10),
      log(...ended({ 0: [[100_000, 60]], 1: [[100_000, 100]], 2: [[100_000, 100]], 3: [[100_000, 100]], 4: [[100_000, 100]] })),
      0,
    );
    near(Number(result?.users), 10);
    assert.equal(result?.holds, true);
  });

  it('finds 300 users of whom 200 are served in a second, however long the others wait', () => {
    const late = /** @type {[number, number][]} */ ([[1_500_000, 200]]);
    const result = littlesLaw(stage(300), log(...ended({ 1: late, 2: late, 3: late, 4: late, 5: late })), 0);
    near(Number(result?.users), 300);
    assert.equal(result?.holds, true);
  });

  it('counts failed requests as users too', () => {
    const half = /** @type {[number, number][]} */ ([[100_000, 50]]);
    const seconds = { 1: half, 2: half, 3: half, 4: half };
    near(Number(littlesLaw(stage(10), log(...ended(seconds), ...ended(seconds, 'read.failed')), 0)?.users), 10);
  });

  it('does not hold beyond 3 %, and says why where requests were never answered', () => {
    const seconds = ended({ 1: [[100_000, 96]], 2: [[100_000, 96]], 3: [[100_000, 96]], 4: [[100_000, 96]] });
    assert.deepEqual(littlesLaw(stage(10), log(...seconds), 0)?.holds, false, '9.6 of 10');
    assert.equal(littlesLaw(stage(10), log(...seconds), 0)?.explanation, null);
    assert.equal(littlesLaw(stage(100), log(...seconds), 90)?.explanation, '90 requests were never answered and have no duration');
    assert.equal(littlesLaw(stage(100), log(...seconds), 50)?.explanation, null, '59.6 of 100');
  });

  it('says nothing of a plateau of one second', () => {
    assert.equal(littlesLaw({ ...stage(10), plateauEndMs: (S + 2) * 1000 }, log(), 0), null);
  });
});
