import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { whyNotCompared } from '../../../analyse/comparison/comparability.js';
import { comparisons, precision } from '../../../analyse/comparison/comparison.js';
import { noiseFloor, roundNoise, unpairedNoise } from '../../../analyse/comparison/noise-floor.js';
import { seededRandom, shuffled } from '../../../util/random.js';
import { normal } from '../../fixtures/normal.js';

/** @typedef {import('../../../analyse/types.js').Group} Group */

/**
 * A group of one stage with a plateau of 10 s, of several that are alike where `stages` says so.
 * @param {string} scenario @param {string} target @param {number[]} rps by round @param {{cpuCores?: number, isVoid?: boolean, rounds?: number[], bottleneck?: string, voided?: string[], stages?: {vus: number}[]}} [options]
 *   `voided`: what the target was too fast for in the rounds that are void, '' for none
 * @returns {Group}
 */
function group(
  scenario,
  target,
  rps,
  {
    cpuCores = 0.5,
    isVoid = false,
    rounds = rps.map((_, round) => round + 1),
    bottleneck = 'target CPU',
    voided = [],
    stages = [{ vus: 150 }, { vus: 300 }],
  } = {},
) {
  const good = rps.map((each, index) => ({
    planned: { scenario, target, round: rounds[index] },
    stages: [{ plateauSuccesses: Math.round(each * 10), plateauSeconds: 10, cpuCores }],
    bottlenecks: [{ kind: bottleneck }],
  }));
  return /** @type {any} */ ({
    scenario,
    target,
    good,
    isVoid,
    voided: voided.map((what) => ({ tooFastFor: [what || null] })),
    bad: [],
    stages: stages.map((stage) => ({ ...stage, cpuCores })),
  });
}

/** @param {string[]} scenarios @param {string[]} targets @returns {import('../../../record/run.js').Run} */
function run(scenarios, targets) {
  const catalogue = { scenarios: Object.fromEntries(scenarios.map((scenario) => [scenario, {}])) };
  return /** @type {any} */ ({ seed: 1, scenarios, targets, catalogue, stages: [{ vus: 300, durationMs: 11_000 }] });
}

/** @param {import('../../../record/run.js').Run} record @param {Group[]} groups @param {string} [baseline] */
function compareGroups(record, groups, baseline = 'mvc') {
  return comparisons({ run: record, groups, blocks: [] }, baseline, null);
}

/** @param {number[]} of @param {number[]} base */
function compare(of, base) {
  const found = compareGroups(run(['read'], ['mvc', 'other']), [group('read', 'mvc', base), group('read', 'other', of)]);
  return { throughput: found.find(({ metric }) => metric === 'throughput'), cpu: found.find(({ metric }) => metric === 'cpu'), found };
}

/**
 * Ten rounds of two names in five scenarios, as recorded on two shared cores: a drift of 10 % that both share, and 5 % of each.
 * @param {() => number} random @param {number} truth ratio of the second name to the first
 */
function simulated(random, truth) {
  const scenarios = ['read', 'create', 'simple', 'heavy', 'block'];
  const groups = scenarios.flatMap((scenario) => {
    const drift = Array.from({ length: 10 }, () => 5000 * Math.exp(0.1 * normal(random)));
    const measured = (/** @type {number} */ ratio) => drift.map((each) => each * ratio * Math.exp(0.05 * normal(random)));
    return [group(scenario, 'one', measured(1)), group(scenario, 'other', measured(truth))];
  });
  return compareGroups(run(scenarios, ['one', 'other']), groups, 'one');
}

/**
 * Ten rounds of recorded plateaus, as measured on two shared cores (a quick run of all targets): of each plateau one second goes to one
 * name and another second to the other, as the seed draws them.
 * @param {() => number} random
 */
function recorded(random) {
  const plateaus = /** @type {Record<string, number[][]>} */ (
    JSON.parse(readFileSync(new URL('../../fixtures/recorded-plateaus.json', import.meta.url), 'utf8'))
  );
  const scenarios = Object.keys(plateaus);
  const groups = scenarios.flatMap((scenario) => {
    const drawn = shuffled(plateaus[scenario], random)
      .slice(0, 10)
      .map((seconds) => shuffled(seconds, random));
    return ['one', 'other'].map((name, index) =>
      group(
        scenario,
        name,
        drawn.map((seconds) => seconds[index]),
      ),
    );
  });
  return compareGroups(run(scenarios, ['one', 'other']), groups, 'one');
}

describe('targets against the baseline', () => {
  it('are compared within rounds, as sums over sums, in throughput and in CPU per request', () => {
    const { throughput, cpu } = compare([120, 240, 120, 240, 120], [100, 200, 100, 200, 100]);
    assert.equal(throughput?.rounds, 5);
    assert.ok(Math.abs(Number(throughput?.ratio) - 1.2) < 1e-9);
    assert.equal(throughput?.kind, 'faster', 'a machine that doubles its speed every other round does not hide it');
    assert.ok(Math.abs(Number(cpu?.ratio) - 1 / 1.2) < 1e-9, 'as much CPU for more requests');
    assert.equal(cpu?.kind, 'less CPU');
    assert.deepEqual(
      throughput?.roundRatios.map((ratio) => ratio.toFixed(2)),
      ['1.20', '1.20', '1.20', '1.20', '1.20'],
    );
  });

  it('leave out rounds that one of them lacks', () => {
    const base = group('read', 'mvc', [100, 100, 100], { rounds: [1, 2, 3] });
    const other = group('read', 'other', [300, 100], { rounds: [4, 2] });
    const [found] = compareGroups(run(['read'], ['mvc', 'other']), [base, other]);
    assert.equal(found.rounds, 1);
    assert.equal(found.ratio, 1);
    assert.equal(found.kind, 'indicative');
    assert.equal(found.low, null);
  });

  it('are not compared where one of them is void, has no round in common or answered nothing', () => {
    const base = group('read', 'mvc', [100, 100]);
    const plan = run(['read'], ['mvc', 'other']);
    assert.deepEqual(compareGroups(plan, [base, group('read', 'other', [100, 100], { isVoid: true })]), []);
    assert.deepEqual(compareGroups(plan, [base, group('read', 'other', [100], { rounds: [9] })]), []);
    assert.deepEqual(compareGroups(plan, [base, group('read', 'other', [0, 0])]), []);
  });

  it('are not compared where one of them answered nothing in some of the rounds: the others would be the lucky ones', () => {
    const base = group('read', 'mvc', [100, 100, 100, 100, 100, 100]);
    const other = group('read', 'other', [300, 300, 0, 300, 300, 300]);
    assert.deepEqual(compareGroups(run(['read'], ['mvc', 'other']), [base, other]), []);
    assert.deepEqual(whyNotCompared(other, base, 0), { kind: 'silent', rounds: 1, of: 6, unit: 'rounds' });
    assert.deepEqual(whyNotCompared(group('read', 'other', [300], { rounds: [9] }), base, 0), { kind: 'no round in common' });
    assert.equal(whyNotCompared(base, base, 0), null);
  });

  it('are not compared where rounds are void because the target was too fast: the others would be the slow ones', () => {
    const base = group('read', 'mvc', [100, 100, 100, 100, 100, 100]);
    const other = group('read', 'other', [110, 110, 110, 110, 110], { voided: ['generator', ''] });
    const why = { kind: 'too fast', limit: 'generator', rounds: 1, of: 7, unit: 'rounds', isBaseline: false };
    assert.deepEqual([whyNotCompared(other, base, 0), whyNotCompared(base, other, 0)], [why, { ...why, isBaseline: true }]);
    assert.deepEqual(compareGroups(run(['read'], ['mvc', 'other']), [base, other]), []);
    const disturbed = group('read', 'other', [110, 110, 110, 110, 110], { voided: ['', ''] });
    assert.equal(whyNotCompared(disturbed, base, 0), null, 'void for what happened around them');
  });

  it('say nothing of the CPU of a request where hardly any was used', () => {
    const of = (/** @type {number} */ cpuCores) =>
      compareGroups(run(['block'], ['mvc', 'other']), [
        group('block', 'mvc', Array(5).fill(200), { cpuCores: 0.2 }),
        group('block', 'other', Array(5).fill(4), { cpuCores }),
      ]).map(({ kind, because }) => [kind, because]);
    assert.deepEqual(of(0.099), [
      ['slower', null],
      ['same', 'little CPU'],
    ]);
    assert.deepEqual(of(0.1)[1], ['more CPU', null]);
  });

  it('have no winner in throughput where neither reached a limit, but may differ in CPU', () => {
    const [slow, fast] = [
      [299.1, 299.2, 299.1, 299.0, 299.1],
      [300, 300, 300, 300, 300],
    ];
    const of = (/** @type {string} */ one, /** @type {string} */ two, /** @type {{vus: number}[] | undefined} */ stages = undefined) => {
      const groups = [
        group('delay', 'mvc', slow, { bottleneck: one, stages }),
        group('delay', 'other', fast, { bottleneck: two, cpuCores: 0.25, stages }),
      ];
      return compareGroups(run(['delay'], ['mvc', 'other']), groups).map(({ kind, because }) => [kind, because]);
    };
    assert.deepEqual(of('users waiting', 'users waiting'), [
      ['same', 'users waiting'],
      ['less CPU', null],
    ]);
    assert.deepEqual(of('target CPU', 'users waiting')[0], ['faster', null]);
    assert.deepEqual(of('users waiting', 'unknown')[0], ['faster', null]);
    assert.deepEqual(of('unknown', 'unknown')[0], ['faster', null], 'each user was served less often than at the other stage');
    assert.deepEqual(of('unknown', 'unknown', [{ vus: 300 }])[0], ['same', 'bottleneck unknown']);
    assert.deepEqual(of('unknown', 'target CPU', [{ vus: 300 }])[0], ['faster', null]);
  });

  it('have an exactness to stop at', () => {
    assert.ok(Math.abs(Number(precision({ low: 1 / 1.03, high: 1.03 })) - 0.03) < 1e-12);
    assert.equal(precision({ low: null, high: null }), null);
  });

  it('that are the same differ in at most one of ten seeded repetitions', () => {
    const random = seededRandom(2026);
    const differing = Array.from({ length: 10 }, () => simulated(random, 1)).filter((found) => found.some(({ kind }) => kind !== 'same'));
    assert.ok(differing.length <= 1, `${differing.length} of 10`);
  });

  it('that are the same differ in at most one of ten seeded repetitions on recorded seconds', () => {
    const differing = Array.from({ length: 10 }, (_, seed) => recorded(seededRandom(seed))).filter((found) =>
      found.some(({ kind }) => kind !== 'same'),
    );
    assert.ok(differing.length <= 1, `${differing.length} of 10`);
  });

  it('that differ by a tenth are told apart in most scenarios, and in the right direction', () => {
    const found = simulated(seededRandom(7), 0.9).filter(({ metric }) => metric === 'throughput');
    const slower = found.filter(({ kind }) => kind === 'slower');
    assert.ok(slower.length >= 4, `${slower.length} of 5`);
    assert.ok(found.every(({ kind }) => kind !== 'faster'));
  });
});

describe('the noise floor', () => {
  it('of what is not paired is how far the rounds of one name lie from each other, also where the names do not', () => {
    const stage = (/** @type {number | null} */ rps, /** @type {number | null} */ cpuPer1000) => ({ stages: [{}, { rps, cpuPer1000 }] });
    const twice = [stage(100, 3), stage(200, 3), stage(400, null)];
    const groups = [
      { scenario: 'read', good: twice, isVoid: false },
      { scenario: 'read', good: twice, isVoid: false },
      { scenario: 'read', good: [stage(1, 1), stage(9, 9)], isVoid: true },
      { scenario: 'block', good: [stage(100, 3)], isVoid: false },
    ];
    const noise = unpairedNoise(/** @type {any} */ ({ run: run(['read', 'block'], ['mvc', 'other']), groups, blocks: [] }));
    // Logarithms -ln 2, 0, ln 2: s = ln 2, of a difference √2 · ln 2; Student's t with 2 degrees is 4.303.
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.SQRT2 * Math.LN2) < 1e-3);
    assert.equal(noise.read.cpu, 1);
    assert.deepEqual(noise.block, { throughput: null, cpu: null });
  });

  it('is Student’s interval around no difference, with as many degrees of freedom as rounds', () => {
    // ln 1.1 and ln 1.21: the mean of the squares is 2.5 (ln 1.1)²; t of 2 degrees of freedom at 97.5 % is 4.303.
    const { found } = compare([110, 100], [100, 121]);
    const noise = roundNoise(/** @type {any} */ ({ run: run(['read', 'block'], ['mvc', 'other']), comparisons: found }));
    assert.ok(Math.abs(Math.log(Number(noise.read.throughput)) - 4.303 * Math.sqrt(2.5) * Math.log(1.1)) < 1e-4);
    assert.deepEqual(noise.block, { throughput: null, cpu: null });
  });

  it('falls with the square root of the rounds', () => {
    const noise = { read: { throughput: 1.44, cpu: null } };
    assert.equal(noiseFloor(noise, 'read', 'throughput', 1), 1.44);
    assert.ok(Math.abs(Number(noiseFloor(noise, 'read', 'throughput', 4)) - 1.2) < 1e-12);
    assert.equal(noiseFloor(noise, 'read', 'cpu', 4), null);
    assert.equal(noiseFloor(noise, 'create', 'throughput', 4), null);
    assert.equal(noiseFloor(null, 'read', 'throughput', 4), null);
  });
});
