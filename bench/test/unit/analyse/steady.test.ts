import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasStoppedRising, isStillRising, relativeRise } from '../../../analyse/slice/steady.ts';
import { seededRandom } from '../../../util/random.ts';

/** A JVM that warms up, in bursts of 3 s: towards 10,000/s with a time constant in seconds; noise of ±2 %. */
function warmingUp(constant: number, seed: number) {
  const random = seededRandom(seed);
  const rate = (second: number) => Math.round(10_000 * (1 - Math.exp(-second / constant)) * (0.98 + 0.04 * random()));
  return Array.from({ length: 20 }, (_, burst) => [1, 2, 3].map((second) => rate(3 * burst + second)));
}

describe('the rise over a window', () => {
  it('is the median slope times the window, over the median', () => {
    assert.equal(relativeRise([100, 110, 120, 130, 140]), 40 / 120);
    assert.equal(relativeRise([100, 110, 0, 130, 140]), 40 / 110, 'slopes 10 ×6, and four of the spoilt second: -110, -50, 130, 70');
    assert.equal(relativeRise([4, 4, 4]), 0);
    assert.equal(relativeRise([0, 0, 7]), null);
  });
});

/** Of a target that does not tell what its compilers do. */
const stopped = (...bursts: number[][]) => hasStoppedRising(bursts);

describe('a warm-up', () => {
  it('is over when no second of the last burst is more than 5 % above the best before', () => {
    assert.equal(stopped([10, 50, 100], [105, 99, 104]), true);
    assert.equal(stopped([10, 50, 100], [90, 106, 104]), false);
    assert.equal(stopped([10, 100, 50], [60, 70, 80], [90, 104, 80]), true, 'the best need not be of the burst just before');
  });

  it('is not over with one burst, nor where nothing is answered', () => {
    assert.equal(stopped([100, 100, 100]), false);
    assert.equal(stopped(), false);
    assert.equal(stopped([0, 0, 0], [0, 0, 0]), false);
    assert.equal(stopped([0, 0, 0], [0, 7, 7]), false);
    assert.equal(stopped([120, 116, 112], [0, 0, 0]), false);
    assert.equal(stopped([120, 116, 112], []), false);
  });

  it('may fall: what it must not do is rise', () => {
    assert.equal(stopped([120, 116, 112], [108, 104, 100]), true);
    assert.equal(stopped([120, 116, 112], [0, 1, 0]), true);
  });

  it('is not over where throughput stood still in a burst and leapt after the pause (heavy on a cold JVM)', () => {
    assert.equal(stopped([875, 861, 826], [816, 835, 2124]), false);
    assert.equal(stopped([875, 861, 826], [816, 835, 2124], [2458, 2410, 2365]), false);
    assert.equal(stopped([875, 861, 826], [816, 835, 2124], [2458, 2410, 2365], [2390, 2402, 2440]), true);
  });

  it('is not mistaken for steady while it rises by a tenth a burst, and not missed for long afterwards', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const bursts = warmingUp(8, seed);
      const ended = bursts.findIndex((_, burst) => stopped(...bursts.slice(0, burst + 1)));
      assert.ok(ended >= 3 && ended <= 10, `seed ${seed}: called steady by burst ${ended + 1}, at ${bursts[ended]}/s`);
    }
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
    const hours = (of: (second: number) => number) => Array.from({ length: 3 * 3600 }, (_, second) => of(second));
    assert.equal(isStillRising(hours((second) => 100 + second / 1000)), true);
    assert.equal(isStillRising(hours((second) => 100 + (second % 7))), false);
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
