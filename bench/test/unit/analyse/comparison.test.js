import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyNotCompared } from '../../../analyse/comparison/comparability.js';
import { comparisons, precision } from '../../../analyse/comparison/comparison.js';
import { noiseFloor, roundNoise } from '../../../analyse/comparison/noise-floor.js';

/** @typedef {import('../../../analyse/types.js').Group} Group */

/**
 * A group whose cell has a plateau of 10 s.
 * @param {string} scenario @param {string} target @param {number | null} rps null for a cell that failed
 * @param {{cpuCores?: number, isVoid?: boolean, bottleneck?: string, vus?: number[]}} [options] `vus`: of its stages, which are alike
 * @returns {Group}
 */
function group(scenario, target, rps, { cpuCores = 0.5, isVoid = false, bottleneck = 'target CPU', vus = [300, 150] } = {}) {
  const stages = vus.map((users) => ({ vus: users, rps, plateauSuccesses: Math.round(Number(rps) * 10), plateauSeconds: 10, cpuCores }));
  const cell = { planned: { scenario, target, round: 1 }, stages, bottlenecks: stages.map(() => ({ kind: bottleneck })) };
  return /** @type {any} */ ({ scenario, target, cell: rps === null ? null : cell, isVoid, stages: rps === null ? [] : stages });
}

/** @param {string[]} scenarios @param {string[]} targets @returns {import('../../../record/run.js').Run} */
function run(scenarios, targets) {
  const catalogue = { scenarios: Object.fromEntries(scenarios.map((scenario) => [scenario, {}])) };
  return /** @type {any} */ ({ seed: 1, scenarios, targets, catalogue, stages: [{ vus: 300, durationMs: 11_000 }] });
}

/** @param {Group[]} groups of one scenario, the baseline first */
function compare(groups) {
  const [{ scenario, target: baseline }] = groups;
  return comparisons({ run: run([scenario], ['mvc', 'other']), groups, blocks: [] }, baseline, null);
}

describe('targets against the baseline', () => {
  it('are compared by their cells, in throughput and in CPU per request, which is indicative only', () => {
    const [throughput, cpu] = compare([group('read', 'mvc', 100), group('read', 'other', 120)]);
    assert.deepEqual([throughput.metric, throughput.kind, throughput.rounds, throughput.blocks], ['throughput', 'indicative', 1, null]);
    assert.ok(Math.abs(throughput.ratio - 1.2) < 1e-9);
    assert.deepEqual([throughput.low, throughput.high, throughput.pValue, throughput.roundRatios], [null, null, null, [throughput.ratio]]);
    assert.ok(Math.abs(cpu.ratio - 1 / 1.2) < 1e-9, 'as much CPU for more requests');
    assert.deepEqual([cpu.metric, cpu.kind], ['cpu', 'indicative']);
  });

  it('are not compared where one of them is void, has no cell or answered nothing', () => {
    const base = group('read', 'mvc', 100);
    const others = [group('read', 'other', 100, { isVoid: true }), group('read', 'other', null), group('read', 'other', 0)];
    assert.deepEqual(
      others.map((other) => compare([base, other])),
      [[], [], []],
    );
    assert.deepEqual(
      others.map((other) => whyNotCompared(other, base, 0)),
      [{ kind: 'no valid cell' }, { kind: 'no valid cell' }, { kind: 'silent', seen: null }],
    );
    assert.deepEqual(whyNotCompared(base, others[2], 0), { kind: 'silent', seen: null });
    assert.equal(whyNotCompared(base, base, 0), null);
  });

  it('say nothing of the CPU of a request where hardly any was used', () => {
    const of = (/** @type {number} */ cpuCores) =>
      compare([group('block', 'mvc', 200, { cpuCores: 0.2 }), group('block', 'other', 4, { cpuCores })]).map(({ because }) => because);
    assert.deepEqual(of(0.099), [null, 'little CPU']);
    assert.deepEqual(of(0.1), [null, null]);
  });

  it('have no winner in throughput where neither reached a limit, but may differ in CPU', () => {
    const of = (/** @type {string} */ one, /** @type {string} */ two, /** @type {number[] | undefined} */ vus = undefined) =>
      compare([
        group('delay', 'mvc', 299, { bottleneck: one, vus }),
        group('delay', 'other', 300, { bottleneck: two, cpuCores: 0.25, vus }),
      ]).map(({ because }) => because);
    assert.deepEqual(of('users waiting', 'users waiting'), ['users waiting', null]);
    assert.equal(of('target CPU', 'users waiting')[0], null);
    assert.equal(of('users waiting', 'unknown')[0], null);
    assert.equal(of('unknown', 'unknown')[0], null, 'each user was served less often than at the other stage');
    assert.equal(of('unknown', 'unknown', [300])[0], 'bottleneck unknown');
    assert.equal(of('unknown', 'target CPU', [300])[0], null);
  });

  it('have an exactness to stop at', () => {
    assert.ok(Math.abs(Number(precision({ low: 1 / 1.03, high: 1.03 })) - 0.03) < 1e-12);
    assert.equal(precision({ low: null, high: null }), null);
  });
});

describe('the noise floor', () => {
  it('is Student’s interval around no difference, with as many degrees of freedom as rounds', () => {
    // ln 1.1 and ln 1.21: the mean of the squares is 2.5 (ln 1.1)²; t of 2 degrees of freedom at 97.5 % is 4.303.
    const found = [{ scenario: 'read', metric: 'throughput', stage: 0, blocks: 2, roundRatios: [1.1, 1 / 1.21] }];
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
