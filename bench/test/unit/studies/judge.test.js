import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bottleneckText } from '../../../report/words/bottleneck.js';
import { measuredText, oursText, whyText } from '../../../report/words/studies.js';
import { blockGroup } from '../../../analyse/blocks/group.js';
import { judge } from '../../../studies/judging/judge.js';
import { DISTURBED, validSlice } from '../../fixtures/slices.js';

/**
 * A plateau of 10 s at the only stage, 1.0 s of CPU on it.
 * @typedef {{ perSecond: number, bottleneck?: string, voids?: string, threads?: number, failed?: string, steady?: boolean, compilingShare?: number }} Made
 */

/** @param {Record<string, Made>} targets in the scenario `read` */
function figures(targets) {
  const groups = Object.entries(targets).map(([target, made]) => groupOf(target, made));
  const catalogue = {
    targets: Object.fromEntries(Object.keys(targets).map((name) => [name, { label: name.toUpperCase() }])),
    scenarios: { read: {} },
  };
  const run = { seed: 1, stages: [{ vus: 100, durationMs: 11_000 }], targets: Object.keys(targets), scenarios: ['read'], catalogue };
  return /** @type {import('../../../analyse/types.js').Figures} */ (
    /** @type {unknown} */ ({ run, groups, blocks: [], noise: null, comparisons: [], baseline: '' })
  );
}

/** @param {string} target @param {Made} made */
function groupOf(target, { perSecond, bottleneck = 'unknown', voids, threads, failed, steady = true, compilingShare }) {
  const counts = { rps: perSecond, plateauSuccesses: perSecond * 10, plateauSeconds: 10, successes: perSecond * 10 };
  const stages = [{ vus: 100, ...counts, cpuCores: 0.1, threadsMax: threads ?? null, compilingShare }];
  const cell = {
    planned: { scenario: 'read', target, round: 1 },
    cell: {},
    steady,
    stages,
    bottlenecks: [{ kind: bottleneck, server: 'tomcat', threads: 200, busy: 200, waiting: 100, cpuShare: null }],
    voids: voids ? [{ kind: 'refused', verdict: voids }] : [],
  };
  const measured = failed ? { cell: null, reason: failed, stages: [] } : { cell, reason: null, stages };
  return { scenario: 'read', target, isVoid: voids !== undefined, ...measured, overall: { threadsMax: threads ?? null } };
}

/**
 * The staircase of all is the same; blocks tell them apart.
 * @param {Record<string, { rounds: number[] } & Parameters<typeof validSlice>[0]>} targets requests/s of three slices in each round
 * @param {number} [floor] noise floor of five rounds, a ratio
 */
function figuresOfBlocks(targets, floor) {
  const staircase = figures(Object.fromEntries(Object.keys(targets).map((target) => [target, { perSecond: 1000, threads: 30 }])));
  const blocks = Object.entries(targets).map(([target, { rounds, ...change }]) => {
    const slices = rounds.flatMap((rps, index) =>
      [1, 2, 3].map((block) => validSlice({ target, round: index + 1, block, slice: block, rps, ...change })),
    );
    return blockGroup('read', target, slices, 100);
  });
  const noise = floor ? { read: { throughput: floor ** Math.sqrt(5), cpu: null } } : null;
  return { ...staircase, run: { ...staircase.run, blockVus: 100 }, blocks, sequences: [], noise };
}

/** @param {import('../../../studies/types.js').Claim[]} claims @param {ReturnType<typeof figures> | undefined} of */
function conclusionOf(claims, of) {
  const study = { id: 'T', title: '', source: '', adapted: [], figures: [], conclusions: [{ text: 'it is so', claims }] };
  const run = { name: 'main', title: '', targets: [], scenarios: [] };
  return judge({ ...study, runs: [run] }, of ? { main: of } : {})[0];
}

/** @param {import('../../../studies/types.js').Claim[]} claims @param {ReturnType<typeof figures> | undefined} of */
function judged(claims, of) {
  const conclusion = conclusionOf(claims, of);
  const inWords = conclusion.claims.map((claim) => ({
    ...claim,
    ours: claim.ours.map(oursText),
    measured: measuredText(claim.measured),
    why: whyText(claim.why),
  }));
  return { ...conclusion, claims: inWords };
}

/** @param {ReturnType<typeof figures>} of @param {Partial<import('../../../studies/types.js').Faster>} [more] */
function fasterIn(of, more = {}) {
  return judged([{ scenario: 'read', faster: 'a', than: 'b', ...more }], of).claims[0];
}

/** @param {Record<string, Made>} targets @param {Partial<import('../../../studies/types.js').Faster>} [more] */
function fasterClaim(targets, more = {}) {
  return fasterIn(figures(targets), more);
}

describe('a claim in cells, which are measured once', () => {
  it('holds beyond ×1.5, if the bottleneck of the slower one explains it, and is indicative', () => {
    const { outcome, indicative, ours, measured, why, bottleneck } = fasterClaim({
      a: { perSecond: 180 },
      b: { perSecond: 100, bottleneck: 'request threads' },
    });
    assert.deepEqual([outcome, indicative], ['holds', true]);
    assert.deepEqual(ours, ['A 180/s', 'B 100/s']);
    assert.deepEqual([measured, why], ['A ÷ B ×1.80', 'beyond ×1.5 in the one round']);
    assert.equal(
      bottleneck && bottleneckText(bottleneck.bottleneck, bottleneck.label),
      'The bottleneck of B is its 200 Tomcat threads: 200 busy, 100 waiting, CPU not recorded.',
    );
  });

  it('does not hold beyond ×1.5 the other way', () => {
    const { outcome, indicative } = fasterClaim({ a: { perSecond: 100, bottleneck: 'event loop' }, b: { perSecond: 160 } });
    assert.deepEqual([outcome, indicative], ['does not hold', true]);
  });

  it('cannot be told where the ratio is not beyond ×1.5', () => {
    const { outcome, why } = fasterClaim({ a: { perSecond: 149 }, b: { perSecond: 100, bottleneck: 'target CPU' } });
    assert.equal(outcome, 'cannot tell');
    assert.equal(why, 'a staircase is measured once and decides only beyond ×1.5');
  });

  for (const bottleneck of ['unknown', 'users waiting', 'generator', 'database']) {
    it(`cannot be told where the bottleneck of the slower one was ${bottleneck}`, () => {
      const { outcome, why } = fasterClaim({ a: { perSecond: 300 }, b: { perSecond: 100, bottleneck } });
      assert.equal(outcome, 'cannot tell');
      assert.equal(why, 'nothing that was recorded explains it');
    });
  }

  for (const cold of [{ steady: false }, { compilingShare: 0.3 }]) {
    it(`takes ×6 where the slower one's JVM was not warm (${JSON.stringify(cold)}) and its CPU was the bottleneck`, () => {
      const slow = { perSecond: 100, bottleneck: 'target CPU', ...cold };
      const { outcome, why } = fasterClaim({ a: { perSecond: 590 }, b: slow });
      assert.equal(outcome, 'cannot tell');
      assert.equal(why, 'the slower one had no CPU left while its JVM was not warm, which decides only beyond ×6 in every round');
      assert.equal(fasterClaim({ a: { perSecond: 610 }, b: slow }).outcome, 'holds');
      assert.equal(fasterClaim({ a: slow, b: { perSecond: 590 } }).outcome, 'cannot tell', 'the other way too');
      assert.equal(fasterClaim({ a: slow, b: { perSecond: 610 } }).outcome, 'does not hold');
    });

    it(`takes no more where that is the faster one, or threads were the bottleneck of the slower one (${JSON.stringify(cold)})`, () => {
      const fast = { perSecond: 160, ...cold };
      assert.equal(fasterClaim({ a: fast, b: { perSecond: 100, bottleneck: 'target CPU' } }).outcome, 'holds');
      const blocked = { perSecond: 100, bottleneck: 'request threads', ...cold };
      assert.equal(fasterClaim({ a: { perSecond: 160 }, b: blocked }).outcome, 'holds');
    });
  }

  it('of a factor is held against that factor, and what fell short of it must explain it', () => {
    const limitedByCpu = { perSecond: 100, bottleneck: 'target CPU' };
    assert.equal(fasterClaim({ a: limitedByCpu, b: { perSecond: 100 } }, { times: 10 }).outcome, 'does not hold');
    assert.equal(fasterClaim({ a: { perSecond: 100 }, b: limitedByCpu }, { times: 10 }).outcome, 'cannot tell');
    assert.equal(fasterClaim({ a: { perSecond: 1600 }, b: limitedByCpu }, { times: 10 }).outcome, 'holds');
    assert.equal(fasterClaim({ a: { perSecond: 1400 }, b: limitedByCpu }, { times: 10 }).outcome, 'cannot tell');
  });

  it('that two are alike can be refuted, not confirmed', () => {
    const claim = { scenario: 'read', alike: /** @type {[string, string]} */ (['a', 'b']) };
    assert.equal(judged([claim], figures({ a: { perSecond: 100 }, b: { perSecond: 100 } })).outcome, 'cannot tell');
    assert.equal(
      judged([claim], figures({ a: { perSecond: 200 }, b: { perSecond: 100, bottleneck: 'target CPU' } })).outcome,
      'does not hold',
    );
  });
});

describe('a claim in five rounds of blocks', () => {
  const thousand = { rounds: [1000, 1010, 990, 1000, 1000] };
  const faster = { rounds: [1200, 1210, 1190, 1200, 1210], kind: 'unknown' };
  const level = { rounds: [1010, 1000, 990, 1010, 990] };

  it('is decided by the verdict, whatever their bottleneck, if it is known that there was one', () => {
    const holds = fasterIn(figuresOfBlocks({ a: faster, b: thousand }));
    assert.deepEqual([holds.outcome, holds.indicative], ['holds', false]);
    assert.match(`${holds.measured}: ${holds.why}`, /^A ÷ B ×1\.20 \[1\.\d+, 1\.\d+\]: faster in 5 rounds$/);
    assert.equal(fasterIn(figuresOfBlocks({ a: thousand, b: faster })).outcome, 'does not hold');
    assert.equal(fasterIn(figuresOfBlocks({ a: faster, b: { ...thousand, kind: 'database' } })).outcome, 'holds');
    assert.equal(
      fasterIn(figuresOfBlocks({ a: faster, b: { ...thousand, kind: 'unknown' } })).outcome,
      'cannot tell',
      'one number of users alone does not show it',
    );
  });

  it('cannot be told where no difference was shown, and the interval says how large one may be', () => {
    const { outcome, measured, why } = fasterIn(figuresOfBlocks({ a: level, b: thousand }));
    assert.equal(outcome, 'cannot tell');
    assert.match(`${measured}: ${why}`, /^A ÷ B ×1\.00 \[0\.9\d, 1\.0\d\]: no difference was shown in 5 rounds$/);
  });

  it('cannot be told inside the noise floor', () => {
    assert.equal(fasterIn(figuresOfBlocks({ a: faster, b: thousand }, 1.25)).outcome, 'cannot tell');
  });

  it('that one is level or ahead, or that two are alike, holds where the interval excludes more than ×1.1', () => {
    assert.equal(fasterIn(figuresOfBlocks({ a: level, b: thousand }), { orLevel: true }).outcome, 'holds');
    assert.equal(fasterIn(figuresOfBlocks({ a: thousand, b: faster }), { orLevel: true }).outcome, 'does not hold');
    const alike = { scenario: 'read', alike: /** @type {[string, string]} */ (['a', 'b']) };
    assert.equal(judged([alike], figuresOfBlocks({ a: level, b: thousand })).outcome, 'holds');
    assert.equal(judged([alike], figuresOfBlocks({ a: faster, b: thousand })).outcome, 'does not hold');
  });

  it('of a factor is decided by the interval', () => {
    assert.equal(fasterIn(figuresOfBlocks({ a: faster, b: thousand }), { times: 10 }).outcome, 'does not hold');
    const twelvefold = { rounds: faster.rounds.map((rps) => 10 * rps) };
    assert.equal(fasterIn(figuresOfBlocks({ a: twelvefold, b: thousand }), { times: 10 }).outcome, 'holds');
  });
});

describe('a claim where there are blocks', () => {
  const FASTER = { scenario: 'read', faster: 'a', than: 'b' };

  it('is decided by the verdict of blocks from three rounds on', () => {
    const of = figuresOfBlocks({ a: { rounds: [1200, 1210, 1190] }, b: { rounds: [1000, 1000, 1000] } });
    const [faster] = conclusionOf([FASTER], of).claims;
    assert.deepEqual([faster.outcome, faster.indicative, faster.why.kind], ['holds', false, 'verdict']);
    assert.deepEqual(
      faster.ours.map((each) => each.kind === 'rate' && each.rps),
      [1200, 1000],
      'pooled slices',
    );
    assert.equal(faster.bottleneck?.bottleneck.kind, 'target CPU');
    const [slower] = conclusionOf([{ ...FASTER, faster: 'b', than: 'a' }], of).claims;
    assert.equal(slower.outcome, 'does not hold');
  });

  it('is decided by its rounds with fewer', () => {
    const of = (/** @type {number[]} */ rounds, /** @type {Parameters<typeof validSlice>[0]} */ change = {}) =>
      figuresOfBlocks({ a: { rounds, ...change }, b: { rounds: [1000, 1000], ...change } });
    const outcome = (/** @type {ReturnType<typeof of>} */ made) => {
      const [claim] = conclusionOf([FASTER], made).claims;
      return [claim.outcome, claim.indicative, claim.why.kind];
    };
    assert.deepEqual(outcome(of([1600, 1700])), ['holds', true, 'clear']);
    assert.deepEqual(outcome(of([1600, 1400])), ['cannot tell', false, 'too close']);
    assert.deepEqual(outcome(of([1600, 1700], { kind: 'unknown' })), ['cannot tell', false, 'unexplained']);
    assert.deepEqual(outcome(of([1600, 1700], { steady: false })), ['cannot tell', false, 'cold']);
    const { measured, why } = fasterIn(of([1600, 2000]));
    assert.deepEqual([measured, why], ['A ÷ B ×1.60–2.00', 'beyond ×1.5 in each of 2 rounds']);
    assert.equal(fasterIn(of([900, 1490])).why, 'fewer than 3 rounds decide only beyond ×1.5 in every one (there are 2)');
  });

  it('cannot be told where slices are void or were not measured', () => {
    const disturbed = { a: { rounds: [2000], ...DISTURBED }, b: { rounds: [1000], ...DISTURBED } };
    const [claim] = conclusionOf([FASTER], figuresOfBlocks(disturbed)).claims;
    assert.equal(claim.why.kind, 'unusable');
    const failed = { planned: { scenario: 'read' }, state: 'failed', reason: 'k6 ended with 107' };
    const nothing = /** @type {any} */ ({ ...figuresOfBlocks({ a: { rounds: [] }, b: { rounds: [] } }), sequences: [failed] });
    const [unmeasured] = conclusionOf([FASTER], nothing).claims;
    assert.deepEqual(unmeasured.why.kind === 'unusable' && unmeasured.why.targets, [
      { kind: 'failed', label: 'A', reason: 'k6 ended with 107' },
      { kind: 'failed', label: 'B', reason: 'k6 ended with 107' },
    ]);
  });

  it('of threads or answers is judged by cells', () => {
    const [claim] = conclusionOf(
      [{ scenario: 'read', target: 'a', answered: { from: 9000, to: 11_000 } }],
      figuresOfBlocks({ a: { rounds: [2000] }, b: { rounds: [1000] } }),
    ).claims;
    assert.deepEqual([claim.outcome, claim.ours], ['holds', [{ kind: 'answered', label: 'A', answered: 10_000 }]]);
  });
});

describe('what cannot decide', () => {
  const b = { perSecond: 100, bottleneck: 'target CPU' };

  it('is a void cell', () => {
    const { outcome, why } = fasterClaim({ a: { perSecond: 900, voids: 'the generator used too much' }, b });
    assert.deepEqual([outcome, why], ['cannot tell', 'A is void: the verification refused the target: the generator used too much']);
  });

  it('is a cell that failed', () => {
    const { outcome, why } = fasterClaim({ a: { perSecond: 0, failed: 'the target died' }, b });
    assert.deepEqual([outcome, why], ['cannot tell', 'A failed: the target died']);
  });

  it('is a run, a scenario or a target that was not measured', () => {
    const claim = { scenario: 'read', faster: 'a', than: 'b' };
    assert.equal(judged([claim], undefined).claims[0].why, 'not measured');
    assert.equal(
      judged([{ ...claim, scenario: 'create' }], figures({ a: b, b })).claims[0].why,
      'A at create was not measured; B at create was not measured',
    );
  });
});

describe('counts', () => {
  const claim = { scenario: 'read', target: 'a', answered: { from: 900, to: 1100 } };

  it('of answers are held against their range', () => {
    const outcome = (/** @type {number} */ perSecond) => judged([claim], figures({ a: { perSecond } })).outcome;
    assert.deepEqual([89, 90, 110, 111].map(outcome), ['does not hold', 'holds', 'holds', 'does not hold']);
  });

  it('that were not recorded are not none', () => {
    const of = figures({ a: { perSecond: 90 } });
    for (const stage of of.groups[0].stages) stage.successes = null;
    const { outcome, claims } = judged([claim], of);
    assert.deepEqual([outcome, claims[0].why], ['cannot tell', 'its requests were not recorded']);
  });

  it('of threads decide beyond ×1.5', () => {
    const few = { perSecond: 1, threads: 42 };
    const fewer = { scenario: 'read', fewerThreads: 'a', than: 'b' };
    const of = (/** @type {number | undefined} */ threads) => {
      const { outcome, claims } = judged([fewer], figures({ a: few, b: { perSecond: 1, threads } }));
      return [outcome, claims[0].why];
    };
    assert.deepEqual(of(64), ['holds', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(63), ['cannot tell', 'threads are counted; not beyond ×1.5']);
    assert.deepEqual(of(20), ['does not hold', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(undefined), ['cannot tell', 'the threads were not recorded']);
  });

  it('of threads tell a client that starts one per call', () => {
    const one = { perSecond: 1, threads: 30 };
    const none = { scenario: 'read', target: 'a', threadsOver: 'b', atMost: 20 };
    assert.equal(judged([none], figures({ a: { perSecond: 1, threads: 50 }, b: one })).outcome, 'holds');
    const { outcome, claims } = judged([none], figures({ a: { perSecond: 1, threads: 130 }, b: one }));
    assert.equal(outcome, 'does not hold');
    assert.match(claims[0].why, /it grows threads, 100 more than B/);
  });
});

describe('a conclusion of several claims', () => {
  const limited = { perSecond: 100, bottleneck: 'target CPU' };
  const of = figures({ a: { perSecond: 300 }, b: limited, c: { perSecond: 105 } });
  const ab = { scenario: 'read', faster: 'a', than: 'b' };
  const cb = { scenario: 'read', faster: 'c', than: 'b' };
  const ba = { scenario: 'read', faster: 'b', than: 'a' };

  it('holds if all do, does not if one does not, and cannot be told otherwise', () => {
    assert.equal(judged([ab, ab], of).outcome, 'holds');
    assert.equal(judged([ab, cb], of).outcome, 'cannot tell');
    assert.equal(judged([ab, cb, ba], of).outcome, 'does not hold');
  });
});
