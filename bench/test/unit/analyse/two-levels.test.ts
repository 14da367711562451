import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { twoSidedP } from '../../../analyse/statistics/student-t.ts';
import { steadied, tableNoise } from '../../../analyse/statistics/noise.ts';
import { noiseComponents, twoLevelComparisons } from '../../../analyse/statistics/two-levels.ts';
import { mean, sum } from '../../../util/math.ts';
import { seededRandom } from '../../../util/random.ts';
import { BLOCK_CASES, simulateTables, simulatedBlocks } from '../../simulated/tables-of-blocks.ts';
import { hodgesLehmann, type Sample } from '../../../analyse/statistics/rounds-of-blocks.ts';

function near(actual: number, expected: number | null, tolerance = 1e-9) {
  assert.ok(expected !== null && Math.abs(actual - expected) < tolerance, `${actual} is not ${expected}`);
}

/** @param rounds values of each block */
function samplesOf(rounds: Record<string, number>[][]): Sample[] {
  return rounds.flatMap((ofRound, round) => ofRound.map((values, block) => ({ round: round + 1, block: block + 1, values })));
}

/** @param values of `a`; the baseline `b` has 0 */
function against0(values: number[]) {
  return values.map((a) => ({ a, b: 0 }));
}

const ab = { targets: ['b', 'a'], baseline: 'b' };
const four = ['t0', 't1', 't2', 't3'];
const ofFour = { targets: four, baseline: 't0' };
const noise = { blocks: [5, 5, 5], slice: 0.06, jvm: 0.04 };

describe('the Hodges–Lehmann estimate', () => {
  it('is the median of the means of all pairs', () => {
    assert.equal(hodgesLehmann([10, 1, 2]), 3.75, 'of 1, 1.5, 2, 5.5, 6, 10');
    assert.equal(hodgesLehmann([3, 1]), 2);
    assert.equal(hodgesLehmann([7]), 7);
  });
});

describe('Student’s t between whole degrees of freedom', () => {
  it('agrees with the integral (Abramowitz & Stegun, 26.7.1)', () => {
    const cases = [[2.7, 2.45], [2.4, 6.35], [5, 3.6]]; // prettier-ignore
    for (const [t, degrees] of cases) near(twoSidedP(t, 1, degrees), integral(t, degrees), 0.001);
  });

  /** The share of cos^(degrees − 1) beyond the angle of t. */
  function integral(t: number, degrees: number) {
    const angle = Math.atan(t / Math.sqrt(degrees));
    const steps = Array.from({ length: 100_000 }, (_, step) => ((step + 0.5) / 100_000) * (Math.PI / 2));
    const area = (angles: number[]) => angles.reduce((total, each) => total + Math.cos(each) ** (degrees - 1), 0);
    return area(steps.filter((each) => each > angle)) / area(steps);
  }
});

describe('a ratio from blocks within rounds', () => {
  it('has Student’s interval of the rounds where there are two targets', () => {
    const [comparison] = twoLevelComparisons(samplesOf([[0.1, 0.3], [0.5], [0.3, 0.2, 0.4]].map(against0)), ab);
    const weights = [Math.SQRT2, 1, Math.sqrt(3)];
    const weighted = (values: number[]) => sum(values.map((value, round) => weights[round] * value)) / sum(weights);
    const logRatio = weighted([0.2, 0.5, 0.3]);
    near(comparison.logRatio, logRatio);
    assert.deepEqual([comparison.target, comparison.rounds, comparison.blocks], ['a', 3, 6]);
    comparison.roundRatios.forEach((ratio, round) => near(ratio, Math.exp([0.2, 0.5, 0.3][round])));
    near(2, comparison.degrees);
    const standardError = Math.sqrt(weighted([0.2, 0.5, 0.3].map((value) => (value - logRatio) ** 2)) / 2);
    near(standardError, comparison.standardError);
    near(Math.exp(logRatio - 4.302653 * standardError), comparison.low, 1e-6);
    near(Math.exp(logRatio + 4.302653 * standardError), comparison.high, 1e-6);
    near(twoSidedP(logRatio, standardError, 2), comparison.pValue);
  });

  it('shares noise with the other targets: two fifths its own, the rest the two-way residual, in three rounds', () => {
    // Rows and columns sum to 0: the values are the residuals of the two-way table.
    const table = [
      { b: 0.03, a: 0, c: -0.03 },
      { b: -0.03, a: 0, c: 0.03 },
      { b: 0, a: 0, c: 0 },
    ];
    const residualMeanSquare = (4 * 0.03 ** 2) / ((3 - 1) * (3 - 1));
    const equallyNoisy = { ofTargets: new Map(), elsewhere: null };
    const samples = samplesOf(table.map((values) => [values]));
    const comparisons = twoLevelComparisons(samples, { targets: ['b', 'a', 'c'], baseline: 'b' }, equallyNoisy);
    const own = { a: (2 * 0.03 ** 2) / 2, c: (2 * 0.06 ** 2) / 2 };
    for (const { target, standardError, degrees } of comparisons) {
      near(Math.sqrt((0.4 * own[target as 'a' | 'c'] + 0.6 * 2 * residualMeanSquare) / 3), standardError);
      near(1 / (0.4 ** 2 / 2 + (1 - 0.4 ** 2) / 4), degrees);
    }
  });

  it('shares the noise of the noisier of its two targets', () => {
    const samples = simulatedBlocks(four, noise, seededRandom(4));
    const errors = (ofTargets: Map<string, number>) =>
      twoLevelComparisons(samples, ofFour, { ofTargets, elsewhere: null }).map(({ standardError }) => Number(standardError));
    const equal = errors(new Map());
    const pooled = errors(new Map([['t0', 2]]))[0] ** 2 - equal[0] ** 2;
    for (const [of, added] of [
      [{ t1: 3 }, [2, 0, 0]],
      [{ t0: 2, t1: 3, t2: 1.5 }, [2, 1, 1]],
    ] as [Record<string, number>, number[]][]) {
      const found = errors(new Map(Object.entries(of)));
      added.forEach((times, index) => near(found[index] ** 2, equal[index] ** 2 + times * pooled));
    }
  });

  it('uses the blocks that have both, and the rounds that have such blocks', () => {
    const samples = samplesOf([
      [{ b: 0, a: 0.1 }, { b: 0 }, { a: 9 }],
      [{ b: 0 }, { a: 9 }],
      [
        { b: 0, a: 0.2, c: 1 },
        { b: 0, a: 0.4 },
      ],
    ]);
    const [a, c] = twoLevelComparisons(samples, { targets: ['b', 'a', 'c', 'd'], baseline: 'b' });
    near(a.logRatio, (0.1 + 0.3 * Math.SQRT2) / (1 + Math.SQRT2));
    assert.deepEqual([a.target, a.rounds, a.blocks], ['a', 2, 3]);
    assert.ok(Number.isFinite(a.low) && Number.isFinite(a.pValue) && Number(a.degrees) >= 1);
    assert.deepEqual([c.target, c.rounds, c.blocks], ['c', 1, 1]);
    assert.deepEqual([c.standardError, c.degrees, c.low, c.high, c.pValue], [null, null, null, null, null], 'no interval with one round');
    assert.equal(twoLevelComparisons(samples, { targets: ['b', 'd'], baseline: 'b' }).length, 0);
    assert.deepEqual(twoLevelComparisons([], ab), []);
  });

  it('does not depend on the order of the samples', () => {
    const samples = simulatedBlocks(four, noise, seededRandom(3));
    const [one] = twoLevelComparisons(samples, ofFour);
    const [other] = twoLevelComparisons(samples.toReversed(), ofFour);
    one.roundRatios.forEach((ratio, index) => near(ratio, other.roundRatios[index]));
  });
});

describe('the noise of a target', () => {
  const ofTargets = (scenarios: Sample[][], targets: string[]) =>
    Object.fromEntries(tableNoise(scenarios.map((samples) => ({ samples, targets })))[0].ofTargets);

  it('is the variance of its pairs to that of all pairs, over all scenarios, and at least 1', () => {
    const steps = (b: number, a: number) => samplesOf([-1, 0, 1].map((step) => [{ b: b * step, a: a * step, c: 0 }]));
    // Variances of b − a, b − c and a − c: 4, 4 and 0, then 1, 0 and 1.
    const found = ofTargets([steps(2, 0), steps(0, 1)], ['b', 'a', 'c']);
    near(found.b, mean([4 / (8 / 3), 0.5 / (2 / 3)]));
    near(found.a, mean([2 / (8 / 3), 1 / (2 / 3)]));
    assert.equal(found.c, 1);
  });

  it('is 1 where there are two targets, and not known of one round or without noise', () => {
    const two = ['b', 'a'];
    assert.deepEqual(ofTargets([simulatedBlocks(two, noise, seededRandom(5))], two), { b: 1, a: 1 });
    for (const rounds of [1, 2]) assert.deepEqual(ofTargets([samplesOf(Array(rounds).fill([{ b: 1, a: 2 }]))], two), {});
  });
});

describe('the noise of a scenario', () => {
  const quiet = { variance: 1, degrees: 6 };

  it('is two thirds its own and one that of the others, in three rounds of four targets and of two', () => {
    assert.deepEqual(steadied(quiet, { variance: 4, degrees: 18 }), { variance: 2, degrees: 9 });
    assert.deepEqual(steadied({ variance: 1, degrees: 2 }, { variance: 4, degrees: 6 }), { variance: 2, degrees: 3 });
  });

  it('is its own for more than half where the others are far noisier, and alone where there is no other', () => {
    assert.equal(steadied(quiet, { variance: 1000, degrees: 18 }).variance, (6 + 3 * 6) / 9);
    assert.deepEqual(steadied(quiet, null), quiet);
  });

  it('counts in the others of its table, if it has two rounds', () => {
    const [loud, once] = [2, 0].map((steps) => samplesOf([-1, 0, 1].slice(0, steps + 1).map((step) => [{ b: step, a: 0 }])));
    const tables = [loud, loud, once].map((samples) => ({ samples, targets: ['b', 'a'] }));
    const elsewhere = tableNoise(tables).map((each) => [each.elsewhere?.variance, each.elsewhere?.degrees]);
    assert.deepEqual(elsewhere, [[1, 2], [1, 2], [1, 4]]); // prettier-ignore
    assert.equal(tableNoise([tables[0]])[0].elsewhere, null);
  });
});

describe('the noise of blocks and of rounds', () => {
  it('are the variance components of a worked example', () => {
    const components = noiseComponents(samplesOf([[0.1, 0.3], [0.7, 0.9], [0.4]].map(against0)), ['a', 'b']);
    near(0.02, components.sigma2Block);
    const ofRounds = ((0.2 - 1.4 / 3) ** 2 + (0.8 - 1.4 / 3) ** 2 + (0.4 - 1.4 / 3) ** 2) / 2;
    const ofBlocksInIt = 0.02 * ((1 / 2 + 1 / 2 + 1) / 3);
    near(ofRounds - ofBlocksInIt, components.sigma2Round);
  });

  it('are close to the truth in many simulated runs', () => {
    const random = seededRandom(4);
    const found = Array.from({ length: 300 }, () =>
      noiseComponents(simulatedBlocks(four, { ...noise, blocks: [5, 5, 5, 5, 5] }, random), four),
    );
    near(mean(found.map((each) => Number(each.sigma2Block))), 2 * 0.06 ** 2, 0.0002);
    near(mean(found.map((each) => Number(each.sigma2Round))), 2 * 0.04 ** 2, 0.0003);
  });

  it('are never negative: rounds that differ less than their blocks', () => {
    const rounds = [[0.1, 0.3], [0.2, 0.2], [0.3, 0.1]]; // prettier-ignore
    assert.equal(noiseComponents(samplesOf(rounds.map(against0)), ['a', 'b']).sigma2Round, 0);
  });

  it('are unknown with single blocks or a single round', () => {
    const unknown = { sigma2Block: null, sigma2Round: null };
    assert.deepEqual(noiseComponents(samplesOf([[0.1], [0.2], [0.3]].map(against0)), ['a', 'b']), unknown);
    assert.deepEqual(noiseComponents([], ['a', 'b']), unknown);
    const { sigma2Block, sigma2Round } = noiseComponents(samplesOf([[0.1, 0.3]].map(against0)), ['a', 'b']);
    near(0.02, sigma2Block);
    assert.equal(sigma2Round, null);
  });
});

const TABLES = 400;
/** Three standard errors of a share, of as many independent events. */
const threeErrors = (share: number, events: number) => 3 * Math.sqrt((share * (1 - share)) / events);

describe('simulated tables of blocks without a true difference', () => {
  for (const name of [
    '3 × 2, 4, both',
    '3 × 5, 4, blocks',
    '3 × 5, 4, rounds; a tenth of the slices disturbed',
    '5 × 5, 4, both; a tenth of the slices disturbed',
    '3 × 5, 4, both; a fifth of the slices discarded',
    '3 × 5, 2, both',
  ]) {
    it(`have intervals that hold the truth and no verdict: ${name}`, () => {
      const { covered, falseTables } = simulateTables({ tables: TABLES, noise: BLOCK_CASES[name], seed: 11 });
      // Comparisons of one scenario share their baseline: a scenario of a table is one independent event.
      const tolerance = threeErrors(0.95, 4 * TABLES);
      assert.ok(covered >= 0.93 - tolerance && covered <= 0.97 + tolerance, `${covered} hold the truth`);
      assert.ok(falseTables <= 0.05 + threeErrors(0.05, TABLES), `${falseTables} of tables have a verdict`);
    });
  }

  it('seldom miss the truth of a target twice as noisy as the others', () => {
    const { leastCovered } = simulateTables({ tables: TABLES, noise: BLOCK_CASES['3 × 5, 4, both; one target twice as noisy'], seed: 11 });
    assert.ok(leastCovered >= 0.91 - threeErrors(0.91, 4 * TABLES), `${leastCovered} hold the truth`);
  });
});
