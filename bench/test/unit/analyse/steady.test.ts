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

/** Of a heavy scenario on a cold JVM. */
const COLD = [
  [875, 861, 826],
  [816, 835, 2124],
  [2458, 2410, 2365],
];

/** Of a target that does not tell what its compilers do. */
describe('a warm-up', () => {
  for (const [isOver, what, ...bursts] of [
    [true, 'no second of the last burst is more than 5 % above the best before', [10, 50, 100], [105, 99, 104]],
    [false, 'one is', [10, 50, 100], [90, 106, 104]],
    [true, 'the best was not in the burst just before', [10, 100, 50], [60, 70, 80], [90, 104, 80]],
    [false, 'there was one burst', [100, 100, 100]],
    [false, 'there was none'],
    [false, 'nothing was ever answered', [0, 0, 0], [0, 0, 0]],
    [false, 'the first answers came in the last burst', [0, 0, 0], [0, 7, 7]],
    [false, 'nothing is answered any more', [120, 116, 112], [0, 0, 0]],
    [false, 'the last burst has no whole second', [120, 116, 112], []],
    [true, 'throughput falls', [120, 116, 112], [108, 104, 100]],
    [true, 'hardly anything is answered any more', [120, 116, 112], [0, 1, 0]],
    [false, 'throughput leapt in the last burst', ...COLD.slice(0, 2)],
    [false, 'throughput stood still in a burst and leapt after the pause', ...COLD],
    [true, 'it has not leapt again', ...COLD, [2390, 2402, 2440]],
  ] as [isOver: boolean, what: string, ...bursts: number[][]][]) {
    it(`is ${isOver ? '' : 'not '}over where ${what}`, () => assert.equal(hasStoppedRising(bursts), isOver));
  }

  it('is not mistaken for steady while it rises by a tenth a burst, and not missed for long afterwards', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const bursts = warmingUp(8, seed);
      const ended = bursts.findIndex((_, burst) => hasStoppedRising(bursts.slice(0, burst + 1)));
      assert.ok(ended >= 3 && ended <= 10, `seed ${seed}: called steady by burst ${ended + 1}, at ${bursts[ended]}/s`);
    }
  });
});

const hours = (of: (second: number) => number) => Array.from({ length: 3 * 3600 }, (_, second) => of(second));

describe('a plateau', () => {
  for (const [expected, what, counts] of [
    [true, 'each of four seconds is above the last and the rise exceeds 5 %: one order of 24, 4.2 %', [100, 103, 106, 109]],
    [false, 'a rise of 3 % is proven', [100, 101, 102, 103]],
    [false, 'five or six pairs of six rise: 4 of 24 orders', [100, 106, 103, 109]],
    [true, 'one pair of five seconds is out of order: 5 of 120 orders have nine rising pairs or more', [100, 106, 103, 109, 112]],
    [false, 'more pairs of five seconds are', [106, 103, 100, 109, 112]],
    [true, 'it rises for hours', hours((second) => 100 + second / 1000)],
    [false, 'it swings for hours', hours((second) => 100 + (second % 7))],
    [null, 'three seconds say nothing', [100, 200, 300]],
  ] as [expected: boolean | null, what: string, counts: number[]][]) {
    it(`is rising: ${expected}, where ${what}`, () => assert.equal(isStillRising(counts), expected));
  }

  it('without a trend is called rising in less than 5 of 100 tries', () => {
    const random = seededRandom(3);
    const called = Array.from({ length: 1000 }, () => isStillRising(Array.from({ length: 8 }, () => 900 + 200 * random()))).filter(Boolean);
    assert.ok(called.length < 50, `${called.length} of 1000`);
  });
});
