import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimate, ratioInterval, tTest, type Rate } from '../../../analyse/statistics/rate-ratio.ts';
import { studentT, twoSidedP } from '../../../analyse/statistics/student-t.ts';
import { benjaminiHochberg, verdict } from '../../../analyse/statistics/verdict.ts';
import { factor, printed } from '../../../report/words/verdicts.ts';
import { seededRandom } from '../../../util/random.ts';
import { normal } from '../../fixtures/normal.ts';
import { sample } from '../../simulated/rounds.ts';

/** Rounds of one second each. */
function perSecond(counts: number[], resolution = 0): Rate[] {
  return counts.map((above) => ({ above, below: 1, resolution }));
}

const measured = (rounds: number, ratio: number, random: () => number) => sample(rounds, ratio, () => normal(random), random);

describe('a ratio of rates', () => {
  it('is sum over sum, not the mean of the ratios of the rounds', () => {
    const a = [
      { above: 100, below: 1, resolution: 0 },
      { above: 900, below: 3, resolution: 0 },
    ];
    const { logRatio } = estimate({ a, b: perSecond([100, 100]), paired: true });
    assert.ok(Math.abs(Math.exp(logRatio) - 1000 / 4 / 100) < 1e-12, '2.5; the mean of the ratios 1 and 3 is 2');
  });

  const [spread, same, four] = [perSecond([90, 110]), perSecond([100, 100]), perSecond([4, 4, 4, 4], 1 / 4)];
  for (const [what, a, b, paired, expected] of [
    ['that of the paired differences', spread, same, true, Math.sqrt((0.1 ** 2 + 0.1 ** 2) / 2)],
    ['none of what both of a pair have in common', spread, spread, true, 0],
    ['that of both sides where rounds are no pairs', spread, spread, false, Math.sqrt(0.01 + 0.01)],
    ['never less than of one request: 4 a second in every one of four rounds', four, four, true, Math.sqrt((2 * 4 * 0.25 ** 2) / 16)],
  ] as [what: string, a: Rate[], b: Rate[], paired: boolean, expected: number][]) {
    it(`has a standard error, ${what}`, () => {
      assert.ok(Math.abs(estimate({ a, b, paired }).standardError - expected) < 1e-12);
    });
  }
});

describe('the bootstrap-t interval', () => {
  it('is the same for the same seed', () => {
    const rounds = measured(9, 1.2, seededRandom(1));
    assert.deepEqual(ratioInterval(rounds, 7), ratioInterval(rounds, 7));
    assert.notDeepEqual(ratioInterval(rounds, 7), ratioInterval(rounds, 8));
  });

  it('agrees with all 27 ways to draw three rounds', () => {
    const three = { a: perSecond([104, 99, 110], 0.01), b: perSecond([100, 100, 100], 0.01), paired: true };
    const { logRatio, standardError } = estimate(three);
    const draws = [0, 1, 2].flatMap((one) => [0, 1, 2].flatMap((two) => [0, 1, 2].map((last) => [one, two, last])));
    const studentized = draws.map((places) => {
      const drawn = estimate({ a: places.map((place) => three.a[place]), b: three.b, paired: true });
      return (drawn.logRatio - logRatio) / Math.max(drawn.standardError, 0.3 * standardError);
    });
    const { low, high } = ratioInterval(three, 1);
    const [least, most] = [Math.min(...studentized), Math.max(...studentized)];
    assert.ok(Math.abs(low - Math.exp(logRatio - most * standardError)) < 1e-9, 'one of 27 is more than 2.5 of 100');
    assert.ok(Math.abs(high - Math.exp(logRatio - least * standardError)) < 1e-9);
  });

  it('does not end far away because three of five rounds are almost alike', () => {
    // create at 300 VUs of a calibration on two shared cores: ×1.10, 0.95, 1.08, 0.94, 0.96. Without the bound the end above was ×2.37.
    const a = perSecond([3857.9, 3309.2, 4103.7, 3460.7, 3321.4], 1 / 31_000);
    const b = perSecond([3494.7, 3469, 3786.4, 3663.9, 3468.4], 1 / 31_000);
    const { low, high } = ratioInterval({ a, b, paired: true }, 201);
    assert.ok(low > 0.9 && low < 0.95 && high > 1.05 && high < 1.3, `[${low}, ${high}]`);
  });

  it('is as wide as a request where every round says the same, and says more of many requests than of few', () => {
    const exact = ratioInterval({ a: perSecond(Array(5).fill(300), 1 / 300), b: perSecond(Array(5).fill(200), 1 / 200), paired: true }, 1);
    assert.deepEqual(
      [exact.ratio, exact.low, exact.high].map((ratio) => ratio.toFixed(4)),
      ['1.5000', '1.4888', '1.5112'],
      'log 1.5 ± t(4) 2.7764 × √(1/300² ÷ 5 + 1/200² ÷ 5) = ± 0.00746',
    );
    const few = ratioInterval({ a: perSecond([12, 12, 12, 12, 13], 1 / 12), b: perSecond(Array(5).fill(12), 1 / 12), paired: true }, 1);
    assert.ok(few.low < 1 && few.high > 1 && few.high < 1.5, `[${few.low}, ${few.high}]`);
  });

  for (const rounds of [5, 10]) {
    it(`holds the truth in at least 90 of 100 simulated runs of ${rounds} rounds, where it should in 95`, () => {
      const random = seededRandom(20 + rounds);
      const runs = 100;
      let held = 0;
      for (let run = 0; run < runs; run++) {
        const { low, high } = ratioInterval(measured(rounds, 1.1, random), run);
        if (low <= 1.1 && high >= 1.1) held++;
      }
      assert.ok(held >= 0.9 * runs, `${held} of ${runs}`);
    });
  }
});

describe('Student’s t', () => {
  it('has the quantiles of the table (NIST/SEMATECH e-Handbook, 1.3.6.7.2)', () => {
    assert.deepEqual(
      [1, 2, 4, 9, 30].map((degrees) => studentT(degrees).toFixed(3)),
      ['12.706', '4.303', '2.776', '2.262', '2.042'],
    );
  });

  it('has the p-value of Student’s own example: ten patients, two drugs, t = −4.0621', () => {
    assert.equal(twoSidedP(-4.0621, 1, 9).toFixed(6), '0.002833');
  });

  it('has a chance of 1 without a difference, and 0 with one but no error', () => {
    assert.deepEqual([twoSidedP(0, 0, 4), twoSidedP(0, 1, 5), twoSidedP(1, 0, 4)], [1, 1, 0]);
  });

  it('tests three pairs with two degrees of freedom', () => {
    const a = perSecond([100, 110, 120]);
    const b = perSecond([100, 100, 100]);
    const { logRatio, standardError } = estimate({ a, b, paired: true });
    const t = logRatio / standardError;
    const chance = 1 - t / Math.sqrt(2 + t ** 2);
    assert.ok(Math.abs(tTest({ a, b, paired: true }) - chance) < 1e-12, 'the closed form for two degrees of freedom');
  });

  it('tests rounds that are no pairs with one degree less than the shorter side has', () => {
    const t = Math.log(1.2) / Math.sqrt(1 / 12 ** 2 + 0.1 ** 2);
    const found = tTest({ a: perSecond([110, 130]), b: perSecond([90, 110]), paired: false });
    assert.ok(Math.abs(found - (1 - (2 / Math.PI) * Math.atan(t))) < 1e-12, 'the closed form for one degree of freedom');
  });
});

describe('the correction of Benjamini and Hochberg', () => {
  it('agrees with a worked example', () => {
    assert.deepEqual(
      benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.9]).map((p) => Number(p.toFixed(6))),
      [0.025, 0.05, 0.05, 0.025, 0.9],
      'sorted 0.005 · 5, 0.01 · 5/2, 0.03 · 5/3, 0.04 · 5/4 and 0.9, none larger than the one after it',
    );
  });

  it('leaves a single comparison alone, also among some that were not tested, and exceeds 1 nowhere', () => {
    assert.deepEqual(benjaminiHochberg([null, 0.04, null]), [null, 0.04, null]);
    assert.deepEqual(benjaminiHochberg([0.9, 0.8, 1]), [1, 1, 1]);
    assert.deepEqual(benjaminiHochberg([]), []);
  });
});

describe('a verdict', () => {
  const clear = { metric: 'throughput' as const, ratio: 1.23, low: 1.15, high: 1.31, adjustedP: 0.01, notComparable: null, floor: null };
  const slower = { ratio: 0.81, low: 0.7, high: 0.9 };
  const few = { low: null, high: null, adjustedP: null };

  for (const [name, changed, text, because = null] of [
    ['is printed with its ratio and interval', {}, 'faster ×1.23 [1.15, 1.31]'],
    ['says so of a slower one', slower, 'slower ×0.81 [0.70, 0.90]'],
    ['says so of more CPU', { metric: 'cpu' }, 'more CPU ×1.23 [1.15, 1.31]'],
    ['says so of less CPU', { ...slower, metric: 'cpu' }, 'less CPU ×0.81 [0.70, 0.90]'],
    ['is ~ where the corrected p-value is not below 5 %, and says so', { adjustedP: 0.05 }, '~', 'several comparisons'],
    ['is ~ where its own interval holds 1 as well', { low: 0.9, adjustedP: 0.3 }, '~'],
    ['is ~ where its own interval holds 1, whatever the p-value', { low: 0.99 }, '~'],
    ['is ~ inside the noise floor of the machine', { floor: 1.25 }, '~', 'noise floor'],
    ['is ~ inside the noise floor below 1: 1 / 1.25 is 0.8', { ...slower, floor: 1.25 }, '~', 'noise floor'],
    ['is given beyond the noise floor', { floor: 1.22 }, 'faster ×1.23 [1.15, 1.31]'],
    ['is not given with too few rounds', few, 'indicative ×1.23'],
    ['says what else speaks against a ratio of few rounds', { ...few, notComparable: 'little CPU' }, 'indicative ×1.23', 'little CPU'],
  ] as [name: string, changed: Partial<Parameters<typeof verdict>[0]>, text: string, because?: string][]) {
    it(name, () => {
      const { kind, ratio, low, high, because: why } = verdict({ ...clear, ...changed });
      assert.deepEqual([printed({ verdict: kind, ratio, low, high }), why], [text, because]);
    });
  }

  it('shows factors in two decimals, large ones in one, small ones in two digits', () => {
    assert.deepEqual([1.005, 12.345, 0.1, 0.0133].map(factor), ['1.00', '12.3', '0.10', '0.013']);
  });
});
