import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasStoppedRising, isStillRising, relativeRise, steadyRule } from '../analyse/steady.js';
import { seededRandom } from '../plan/order.js';

/** A JVM that warms up: towards 10,000/s with a time constant in seconds; noise of ±5 %. @param {number} seconds @param {number} constant @param {number} seed */
function warmingUp(seconds, constant, seed) {
  const random = seededRandom(seed);
  return Array.from({ length: seconds }, (_, second) => Math.round(10_000 * (1 - Math.exp(-second / constant)) * (0.95 + 0.1 * random())));
}

describe('the rise over a window', () => {
  it('is the median slope times the window, over the median', () => {
    assert.equal(relativeRise([100, 110, 120, 130, 140]), 40 / 120);
    assert.equal(relativeRise([100, 110, 0, 130, 140]), 40 / 110, 'slopes 10 ×6, and four of the spoilt second: -110, -50, 130, 70');
    assert.equal(relativeRise([4, 4, 4]), 0);
    assert.equal(relativeRise([0, 0, 7]), null);
  });
});

describe('a warm-up', () => {
  it('is over when the last seconds show no rise of more than 5 %', () => {
    assert.equal(hasStoppedRising([1, 50, 100, 101, 102, 103, 104, 105]), true, '5 of 102.5 over the last 6 s');
    assert.equal(hasStoppedRising([1, 50, 100, 102, 104, 106, 108, 110]), false, '10 of 105');
    assert.equal(hasStoppedRising([1, 50, 100, 102, 104, 106, 108, 110], { tolerance: 0.1 }), true);
    assert.equal(hasStoppedRising([100, 100, 100], { windowSeconds: 3 }), true);
  });

  it('is not over before the window is full, nor where nothing is answered', () => {
    assert.equal(hasStoppedRising([100, 100, 100, 100, 100]), false);
    assert.equal(hasStoppedRising([]), false);
    assert.equal(hasStoppedRising([0, 0, 0, 0, 0, 0]), false);
  });

  it('may fall: what it must not do is rise', () => {
    assert.equal(hasStoppedRising([120, 116, 112, 108, 104, 100]), true);
  });

  it('is not mistaken for steady while it rises by a tenth a second, and not missed for long afterwards', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const counts = warmingUp(60, 8, seed);
      const ended = counts.findIndex((_, second) => hasStoppedRising(counts.slice(0, second + 1)));
      assert.ok(ended >= 10, `seed ${seed}: called steady after ${ended} s, at ${counts[ended]}/s`);
      assert.ok(ended > 0 && ended <= 45, `seed ${seed}: called steady after ${ended} s`);
    }
  });

  it('states its rule', () => {
    assert.match(steadyRule({ windowSeconds: 8, tolerance: 0.03 }), /last 8 s under load, throughput rose by at most 3 %/);
  });
});

describe('a plateau', () => {
  it('is rising where every second of four is above the last and the rise exceeds 5 %', () => {
    assert.equal(isStillRising([100, 103, 106, 109]), true, 'one order of 24: 4.2 %');
    assert.equal(isStillRising([100, 101, 102, 103]), false, 'proven, but 3 %');
    assert.equal(isStillRising([100, 106, 103, 109]), false, 'five or six rising pairs of six: 4 of 24 orders');
  });

  it('of five seconds may have one pair out of order: 5 of 120 orders have nine rising pairs or more', () => {
    assert.equal(isStillRising([100, 106, 103, 109, 112]), true);
    assert.equal(isStillRising([106, 103, 100, 109, 112]), false);
  });

  it('of three seconds says nothing', () => {
    assert.equal(isStillRising([100, 200, 300]), null);
  });

  it('without a trend is called rising in less than 5 of 100 tries', () => {
    const random = seededRandom(3);
    const called = Array.from({ length: 1000 }, () => isStillRising(Array.from({ length: 8 }, () => 900 + 200 * random()))).filter(Boolean);
    assert.ok(called.length < 50, `${called.length} of 1000`);
  });
});
