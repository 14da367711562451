import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextRound, type ScenarioState, type Limits } from '../../../plan/allocation.ts';
import { foreseen } from '../../../plan/foreseen.ts';

/** After three rounds of two blocks. A round costs 80 s, JVMs not included, a block 20 s. */
const read: ScenarioState = {
  scenario: 'read',
  targets: 4,
  others: 0,
  sigma2Block: 0.0072,
  sigma2Round: 0.0032,
  rounds: 3,
  blocksSoFar: 6,
  halfWidth: 0.1,
  costRoundSeconds: 80,
  costBlockSeconds: 20,
};
const simple: ScenarioState = { ...read, scenario: 'simple', halfWidth: 0.2 };
const heavy: ScenarioState = { ...read, scenario: 'heavy', halfWidth: 0.15 };
const limits: Limits = { remainingSeconds: 3600, targetHalfWidth: null, jvmSeconds: 0, leastRounds: 3 };
const unmeasured = { sigma2Block: null, sigma2Round: null, rounds: 0, blocksSoFar: 0, halfWidth: null };

function blocksOf(states: ScenarioState[], changed: Partial<Limits> = {}) {
  const round = nextRound(states, { ...limits, ...changed });
  return round && Object.fromEntries(round.scenarios.map(({ scenario, blocks }) => [scenario, blocks]));
}

describe('the blocks of the next round', () => {
  it('are the root of the ratio of costs times that of variances', () => {
    assert.deepEqual(blocksOf([read]), { read: 3 }, '√(80 ÷ 20 × 0.0072 ÷ 0.0032) = 3');
    assert.deepEqual(blocksOf([{ ...read, costBlockSeconds: 5 }]), { read: 6 });
    assert.deepEqual(blocksOf([{ ...read, sigma2Round: 0.0128 }]), { read: 2 }, '1.5');
  });

  it('count the start of the JVMs with each scenario that shares it', () => {
    assert.deepEqual(blocksOf([read], { jvmSeconds: 240 }), { read: 6 }, '√((80 + 240) ÷ 20 × 2.25)');
    assert.deepEqual(blocksOf([read, simple], { jvmSeconds: 120 }), { read: 4, simple: 4 }, '√((80 + 60) ÷ 20 × 2.25) = 3.97');
  });

  it('are from 1 to 10', () => {
    assert.deepEqual(blocksOf([{ ...read, sigma2Round: 1 }]), { read: 1 });
    assert.deepEqual(blocksOf([{ ...read, sigma2Round: 1e-9 }]), { read: 10 });
    assert.deepEqual(blocksOf([{ ...read, sigma2Round: 0 }]), { read: 10 });
    assert.deepEqual(blocksOf([{ ...read, sigma2Round: 0, sigma2Block: 0 }]), { read: 1 });
  });

  it('are 5 while the noise is not known', () => {
    assert.deepEqual(blocksOf([{ ...read, sigma2Block: null, sigma2Round: null }]), { read: 5 });
  });
});

describe('the scenarios of the next round', () => {
  it('are those whose interval is wider than wanted', () => {
    assert.deepEqual(blocksOf([read, simple], { targetHalfWidth: 0.1 }), { simple: 3 });
    assert.deepEqual(blocksOf([read, { ...simple, halfWidth: null }], { targetHalfWidth: 0.1 }), { simple: 3 });
    assert.equal(blocksOf([read, simple], { targetHalfWidth: 0.2 }), null, 'all are narrow enough');
    assert.equal(blocksOf([]), null);
  });

  it('have fewer blocks where time is short, then the widest alone are measured', () => {
    const states = [read, simple, heavy];
    assert.deepEqual(blocksOf(states, { remainingSeconds: 420 }), { read: 3, simple: 3, heavy: 3 });
    assert.deepEqual(blocksOf(states, { remainingSeconds: 419 }), { read: 3, simple: 3, heavy: 2 });
    assert.deepEqual(blocksOf(states, { remainingSeconds: 300 }), { read: 1, simple: 1, heavy: 1 });
    assert.deepEqual(blocksOf(states, { remainingSeconds: 299 }), { simple: 3, heavy: 3 }, 'what is left goes into more blocks again');
    assert.deepEqual(blocksOf(states, { remainingSeconds: 199 }), { simple: 3 });
    assert.deepEqual(blocksOf(states, { remainingSeconds: 100 }), { simple: 1 });
    assert.equal(blocksOf(states, { remainingSeconds: 99 }), null);
  });
});

describe('the first rounds', () => {
  const first = [
    { ...read, ...unmeasured },
    { ...simple, ...unmeasured },
  ];

  it('have up to 5 blocks of every scenario, as many as let the least rounds fit', () => {
    for (const remainingSeconds of [3600, Infinity]) assert.deepEqual(blocksOf(first, { remainingSeconds }), { read: 5, simple: 5 });
    assert.deepEqual(blocksOf(first, { remainingSeconds: 3 * 240 }), { read: 2, simple: 2 });
    assert.deepEqual(blocksOf(first, { remainingSeconds: 3 * 260 }), { read: 3, simple: 2 });
  });

  it('share the time with the rounds that are missing, not with those that are measured', () => {
    const second = first.map((state) => ({ ...state, rounds: 1, blocksSoFar: 2 }));
    assert.deepEqual(blocksOf(second, { remainingSeconds: 2 * 240 }), { read: 2, simple: 2 });
  });

  it('have one block each where the least rounds do not fit', () => {
    assert.deepEqual(blocksOf(first, { remainingSeconds: 250 }), { read: 1, simple: 1 });
    assert.deepEqual(blocksOf(first, { remainingSeconds: 199 }), { read: 1 }, 'without intervals, the last scenario is left out');
  });

  it('leave out the scenarios whose verdict does not fit, rather than end every scenario without one', () => {
    const second = [read, simple, heavy].map((state) => ({ ...state, ...unmeasured, rounds: 1, blocksSoFar: 1 }));
    assert.deepEqual(blocksOf(second, { remainingSeconds: 2 * 300 }), { read: 1, simple: 1, heavy: 1 });
    assert.deepEqual(blocksOf(second, { remainingSeconds: 2 * 300 - 1 }), { read: 3, simple: 3 }, 'two rounds of two scenarios');
    const third = second.map((state, index) => ({ ...state, rounds: index < 2 ? 2 : 1, blocksSoFar: 2 }));
    assert.deepEqual(blocksOf(third, { remainingSeconds: 299 }), { read: 3, simple: 3 }, 'heavy would still need a fourth round');
    assert.deepEqual(blocksOf(third, { remainingSeconds: 400 }), { read: 1, simple: 1, heavy: 1 }, 'which fits here');
  });

  it('have every scenario, however narrow its interval', () => {
    const third = [{ ...read, rounds: 2, blocksSoFar: 4, halfWidth: 0.01 }];
    assert.deepEqual(blocksOf(third, { targetHalfWidth: 0.05 }), { read: 5 });
    const behind = [read, { ...simple, rounds: 2, blocksSoFar: 4 }];
    assert.deepEqual(blocksOf(behind, { targetHalfWidth: 0.1 }), { simple: 5 }, 'not those that have their rounds and are narrow enough');
  });
});

describe('what further rounds would come to', () => {
  const after = (changed?: Partial<ScenarioState>, within?: Partial<Limits>) =>
    foreseen([{ ...read, ...changed }], { ...limits, ...within });
  const logHalfWidth = (changed?: Partial<ScenarioState>, within?: Partial<Limits>) =>
    Math.log1p(Number(after(changed, within).states[0].halfWidth));
  // Of two targets, 9 blocks in 3 rounds; the next round has 3 blocks again.
  const alike = { targets: 2, blocksSoFar: 9 };
  const oneRound = { remainingSeconds: 80 + 3 * 20, jvmSeconds: 0 };

  it('is that an interval shrinks with the root of the rounds and with Student’s t', () => {
    const { states, seconds } = after(alike, oneRound);
    assert.deepEqual([states[0].rounds, states[0].blocksSoFar, seconds], [4, 12, 140]);
    const expected = Math.log(1.1) * Math.sqrt(3 / 4) * (3.1824 / 4.3027);
    assert.ok(Math.abs(logHalfWidth(alike, oneRound) - expected) < 1e-5, 'two targets: t(3) ÷ t(2)');
    const four = logHalfWidth({ ...alike, targets: 4 }, oneRound) / Math.log(1.1);
    assert.ok(four > 0.75 && four < Math.sqrt(3 / 4), 'four targets: t shrinks less from 4 degrees to 5.2');
    assert.ok(logHalfWidth({ ...alike, blocksSoFar: 3 }, oneRound) < logHalfWidth(alike, oneRound), 'more than from fewer blocks a round');
  });

  it('is an interval from the noise alone where there is none, with Student’s t of the rounds to come', () => {
    // Two targets after three rounds of one block: two degrees of freedom, 4.303 standard errors.
    const { states } = after({ ...unmeasured, rounds: 1, blocksSoFar: 1, targets: 2 }, { remainingSeconds: 200 });
    assert.equal(states[0].rounds, 3);
    const expected = 4.3027 * Math.sqrt((2 * 0.04 ** 2 + 2 * 0.06 ** 2) / 3);
    assert.ok(Math.abs(Math.log1p(Number(states[0].halfWidth)) - expected) < 1e-4, 'the noise that is assumed');
    const noisy = after({ ...unmeasured, sigma2Block: 0.07, rounds: 1, blocksSoFar: 2, targets: 2 }, { remainingSeconds: 200 });
    assert.ok(Number(noisy.states[0].halfWidth) > Number(states[0].halfWidth), 'two blocks of the first round count already');
  });

  it('is not that noise is gone which two rounds did not show', () => {
    const quiet = { ...unmeasured, sigma2Block: 0, sigma2Round: 0, rounds: 2, blocksSoFar: 4, targets: 2 };
    assert.ok(Number(after(quiet, { remainingSeconds: 100 }).states[0].halfWidth) > 0.05);
  });

  it('is no interval where the least rounds do not fit, or one target has too few', () => {
    assert.equal(after({ ...unmeasured, rounds: 1, blocksSoFar: 1 }, { remainingSeconds: 120 }).states[0].halfWidth, null);
    assert.equal(after({ rounds: 0, blocksSoFar: 0 }, { remainingSeconds: 0 }).states[0].halfWidth, null, 'whatever the others have');
  });

  it('ends where every interval is narrow enough, and after the time', () => {
    const { states, seconds } = after({}, { targetHalfWidth: 0.05, remainingSeconds: 86_400 });
    assert.ok(Number(states[0].halfWidth) <= 0.05 && seconds < 86_400);
    assert.ok(after({}, { remainingSeconds: 1000 }).seconds <= 1000);
  });
});
