import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bottleneckText } from '../../../report/words/bottleneck.ts';
import { measuredText, oursText, whyText } from '../../../report/words/studies.ts';
import { groupOf } from '../../../analyse/group/group.ts';
import { judge } from '../../../studies/judging/judge.ts';
import { DISTURBED, validSlice } from '../../fixtures/slices.ts';
import type { Figures } from '../../../analyse/types.ts';
import type { Claim, Faster } from '../../../studies/types.ts';

/** requests/s of each round, and what else its slices have */
type Measured = { rounds: number[] } & Parameters<typeof validSlice>[0];

/**
 * @param targets in the scenario `read`
 * @param options `slices`: of each target in each round; `floor`: noise floor of five rounds, a ratio
 */
function figures(targets: Record<string, Measured>, { slices = 3, floor }: { slices?: number; floor?: number } = {}) {
  const groups = Object.entries(targets).map(([target, { rounds, ...change }]) => {
    const own = rounds.flatMap((rps, index) =>
      Array.from({ length: slices }, (_, at) => validSlice({ target, round: index + 1, block: at + 1, slice: at + 1, rps, ...change })),
    );
    return groupOf({ scenario: 'read', target }, own, [100]);
  });
  const catalogue = {
    targets: Object.fromEntries(Object.keys(targets).map((name) => [name, { label: name.toUpperCase() }])),
    scenarios: { read: {} },
  };
  const run = { seed: 1, levels: [100], targets: Object.keys(targets), scenarios: ['read'], catalogue };
  const noise = floor ? { read: { throughput: floor ** Math.sqrt(5), cpu: null } } : null;
  return { run, groups, parts: [], noise, comparisons: [], baseline: '' } as unknown as Figures;
}

/** @returns one slice, as of a target that is measured alone */
function once(rps: number, { threads = 30, ...change }: Parameters<typeof validSlice>[0] & { threads?: number | null } = {}): Measured {
  const { stage } = validSlice({ rps });
  return { rounds: [rps], kind: 'unknown', stage: { ...stage, threadsMax: threads }, ...change };
}

function alone(targets: Record<string, Measured>) {
  return figures(targets, { slices: 1 });
}

function conclusionOf(claims: Claim[], of: ReturnType<typeof figures> | undefined) {
  const study = { id: 'T', title: '', source: '', adapted: [], figures: [], conclusions: [{ text: 'it is so', claims }] };
  const run = { name: 'main', title: '', targets: [], scenarios: [] };
  return judge({ ...study, runs: [run] }, of ? { main: of } : {})[0];
}

function judged(claims: Claim[], of: ReturnType<typeof figures> | undefined) {
  const conclusion = conclusionOf(claims, of);
  const inWords = conclusion.claims.map((claim) => ({
    ...claim,
    ours: claim.ours.map(oursText),
    measured: measuredText(claim.measured),
    why: whyText(claim.why),
  }));
  return { ...conclusion, claims: inWords };
}

function fasterIn(of: ReturnType<typeof figures>, more: Partial<Faster> = {}) {
  return judged([{ scenario: 'read', faster: 'a', than: 'b', ...more }], of).claims[0];
}

function fasterAlone(targets: Record<string, Measured>, more: Partial<Faster> = {}) {
  return fasterIn(alone(targets), more);
}

describe('a claim about targets that are measured alone, once', () => {
  it('holds beyond ×1.5, if the bottleneck of the slower one explains it, and is indicative', () => {
    const threads = {
      kind: 'request threads' as const,
      server: 'tomcat',
      threads: 200,
      busy: 200,
      waiting: 100,
      cpuShare: null,
    };
    const { outcome, indicative, ours, measured, why, bottleneck } = fasterAlone({
      a: once(180),
      b: once(100, { bottleneck: threads as any }),
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
    const { outcome, indicative } = fasterAlone({ a: once(100, { kind: 'event loop' }), b: once(160) });
    assert.deepEqual([outcome, indicative], ['does not hold', true]);
  });

  it('cannot be told where the ratio is not beyond ×1.5', () => {
    const { outcome, why } = fasterAlone({ a: once(149), b: once(100, { kind: 'target CPU' }) });
    assert.equal(outcome, 'cannot tell');
    assert.equal(why, 'fewer than 3 rounds decide only beyond ×1.5 in every one (there is 1)');
  });

  for (const kind of ['unknown', 'users waiting', 'generator', 'database']) {
    it(`cannot be told where the bottleneck of the slower one was ${kind}`, () => {
      const { outcome, why } = fasterAlone({ a: once(300), b: once(100, { kind }) });
      assert.equal(outcome, 'cannot tell');
      assert.equal(why, 'nothing that was recorded explains it');
    });
  }

  const cold: [string, (rps: number, kind?: string) => Measured][] = [
    ['its warm-up ended before it was warm', (rps, kind = 'unknown') => once(rps, { kind, steady: false })],
    [
      'its compilers were at work',
      (rps, kind = 'unknown') => once(rps, { kind, stage: { ...validSlice({ rps }).stage, compilingShare: 0.3 } }),
    ],
  ];
  for (const [how, coldOnce] of cold) {
    it(`takes ×6 where the slower one's CPU was the bottleneck and ${how}`, () => {
      const slow = coldOnce(100, 'target CPU');
      const { outcome, why } = fasterAlone({ a: once(590), b: slow });
      assert.equal(outcome, 'cannot tell');
      assert.equal(why, 'the slower one had no CPU left while its JVM was not warm, which decides only beyond ×6 in every round');
      assert.equal(fasterAlone({ a: once(610), b: slow }).outcome, 'holds');
      assert.equal(fasterAlone({ a: slow, b: once(590) }).outcome, 'cannot tell', 'the other way too');
      assert.equal(fasterAlone({ a: slow, b: once(610) }).outcome, 'does not hold');
    });

    it(`takes no more where that is the faster one, or threads were the bottleneck of the slower one, and ${how}`, () => {
      assert.equal(fasterAlone({ a: coldOnce(160), b: once(100, { kind: 'target CPU' }) }).outcome, 'holds');
      assert.equal(fasterAlone({ a: once(160), b: coldOnce(100, 'request threads') }).outcome, 'holds');
    });
  }

  it('of a factor is held against that factor, and what fell short of it must explain it', () => {
    const limitedByCpu = once(100, { kind: 'target CPU' });
    assert.equal(fasterAlone({ a: limitedByCpu, b: once(100) }, { times: 10 }).outcome, 'does not hold');
    assert.equal(fasterAlone({ a: once(100), b: limitedByCpu }, { times: 10 }).outcome, 'cannot tell');
    assert.equal(fasterAlone({ a: once(1600), b: limitedByCpu }, { times: 10 }).outcome, 'holds');
    assert.equal(fasterAlone({ a: once(1400), b: limitedByCpu }, { times: 10 }).outcome, 'cannot tell');
  });

  it('that two are alike can be refuted, not confirmed', () => {
    const claim = { scenario: 'read', alike: ['a', 'b'] as [string, string] };
    assert.equal(judged([claim], alone({ a: once(100), b: once(100) })).outcome, 'cannot tell');
    assert.equal(judged([claim], alone({ a: once(200), b: once(100, { kind: 'target CPU' }) })).outcome, 'does not hold');
  });
});

describe('a claim in five rounds', () => {
  const thousand = { rounds: [1000, 1010, 990, 1000, 1000] };
  const faster = { rounds: [1200, 1210, 1190, 1200, 1210], kind: 'unknown' };
  const level = { rounds: [1010, 1000, 990, 1010, 990] };

  it('is decided by the verdict, whatever their bottleneck, if it is known that there was one', () => {
    const holds = fasterIn(figures({ a: faster, b: thousand }));
    assert.deepEqual([holds.outcome, holds.indicative], ['holds', false]);
    assert.match(`${holds.measured}: ${holds.why}`, /^A ÷ B ×1\.20 \[1\.\d+, 1\.\d+\]: faster in 5 rounds$/);
    assert.equal(fasterIn(figures({ a: thousand, b: faster })).outcome, 'does not hold');
    assert.equal(fasterIn(figures({ a: faster, b: { ...thousand, kind: 'database' } })).outcome, 'holds');
    assert.equal(
      fasterIn(figures({ a: faster, b: { ...thousand, kind: 'unknown' } })).outcome,
      'cannot tell',
      'one number of users alone does not show it',
    );
  });

  it('cannot be told where no difference was shown, and the interval says how large one may be', () => {
    const { outcome, measured, why } = fasterIn(figures({ a: level, b: thousand }));
    assert.equal(outcome, 'cannot tell');
    assert.match(`${measured}: ${why}`, /^A ÷ B ×1\.00 \[0\.9\d, 1\.0\d\]: no difference was shown in 5 rounds$/);
  });

  it('cannot be told inside the noise floor', () => {
    assert.equal(fasterIn(figures({ a: faster, b: thousand }, { floor: 1.25 })).outcome, 'cannot tell');
  });

  it('that one is level or ahead, or that two are alike, holds where the interval excludes more than ×1.1', () => {
    assert.equal(fasterIn(figures({ a: level, b: thousand }), { orLevel: true }).outcome, 'holds');
    assert.equal(fasterIn(figures({ a: thousand, b: faster }), { orLevel: true }).outcome, 'does not hold');
    const alike = { scenario: 'read', alike: ['a', 'b'] as [string, string] };
    assert.equal(judged([alike], figures({ a: level, b: thousand })).outcome, 'holds');
    assert.equal(judged([alike], figures({ a: faster, b: thousand })).outcome, 'does not hold');
  });

  it('of a factor is decided by the interval', () => {
    assert.equal(fasterIn(figures({ a: faster, b: thousand }), { times: 10 }).outcome, 'does not hold');
    const twelvefold = { rounds: faster.rounds.map((rps) => 10 * rps) };
    assert.equal(fasterIn(figures({ a: twelvefold, b: thousand }), { times: 10 }).outcome, 'holds');
  });
});

describe('a claim in few rounds', () => {
  const FASTER = { scenario: 'read', faster: 'a', than: 'b' };

  it('is decided by the verdict from three rounds on', () => {
    const of = figures({ a: { rounds: [1200, 1210, 1190] }, b: { rounds: [1000, 1000, 1000] } });
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
    const of = (rounds: number[], change: Parameters<typeof validSlice>[0] = {}) =>
      figures({ a: { rounds, ...change }, b: { rounds: [1000, 1000], ...change } });
    const outcome = (made: ReturnType<typeof of>) => {
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

  it('cannot be told where slices are discarded or were not measured', () => {
    const disturbed = { a: { rounds: [2000], ...DISTURBED }, b: { rounds: [1000], ...DISTURBED } };
    const [claim] = conclusionOf([FASTER], figures(disturbed)).claims;
    assert.equal(claim.why.kind, 'unusable');
    const failed = {
      planned: { scenario: 'read', blocks: [{ vus: 100, targets: ['a', 'b'] }] },
      state: 'failed',
      reason: 'k6 ended with 107',
    };
    const nothing = { ...figures({ a: { rounds: [] }, b: { rounds: [] } }), parts: [failed] } as any;
    const [unmeasured] = conclusionOf([FASTER], nothing).claims;
    assert.deepEqual(unmeasured.why.kind === 'unusable' && unmeasured.why.targets, [
      { kind: 'failed', label: 'A', reason: 'k6 ended with 107' },
      { kind: 'failed', label: 'B', reason: 'k6 ended with 107' },
    ]);
  });
});

describe('what cannot decide', () => {
  const b = once(100, { kind: 'target CPU' });
  const FASTER = { scenario: 'read', faster: 'a', than: 'b' };

  it('is a target that is discarded', () => {
    const { outcome, why } = fasterAlone({ a: once(900, { discardedFor: [{ kind: 'refused', verdict: 'no work was done' }] }), b });
    assert.deepEqual([outcome, why], ['cannot tell', 'A is discarded: the verification refused the target: no work was done']);
  });

  it('is the target whose own part failed', () => {
    const of = alone({ a: { rounds: [] }, b });
    const failed = { planned: { scenario: 'read', blocks: [{ vus: 100, targets: ['a'] }] }, state: 'failed', reason: 'the target died' };
    const { outcome, why } = judged([FASTER], { ...of, parts: [failed] } as any).claims[0];
    assert.deepEqual([outcome, why], ['cannot tell', 'A failed: the target died']);
  });

  it('is a run, a scenario or a target that was not measured', () => {
    assert.equal(judged([FASTER], undefined).claims[0].why, 'not measured');
    assert.equal(
      judged([{ ...FASTER, scenario: 'create' }], alone({ a: b, b })).claims[0].why,
      'A at create was not measured; B at create was not measured',
    );
  });
});

describe('counts', () => {
  const claim = { scenario: 'read', target: 'a', answered: { from: 400, to: 440 } };

  it('of answers in a slice are held against their range, the mean of several', () => {
    const outcome = (rounds: number[]) => judged([claim], figures({ a: { rounds } })).outcome;
    assert.deepEqual([[99], [100], [110], [111], [90, 115], [90, 105]].map(outcome), [
      'does not hold',
      'holds',
      'holds',
      'does not hold',
      'holds',
      'does not hold',
    ]);
  });

  it('that were not recorded are not none', () => {
    const { stage } = validSlice();
    const { outcome, claims } = judged([claim], alone({ a: once(90, { stage: { ...stage, successes: null } }) }));
    assert.deepEqual([outcome, claims[0].why], ['cannot tell', 'its requests were not recorded']);
  });

  it('of threads decide beyond ×1.5', () => {
    const fewer = { scenario: 'read', fewerThreads: 'a', than: 'b' };
    const of = (threads: number | null) => {
      const { outcome, claims } = judged([fewer], alone({ a: once(1, { threads: 42 }), b: once(1, { threads }) }));
      return [outcome, claims[0].why];
    };
    assert.deepEqual(of(64), ['holds', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(63), ['cannot tell', 'threads are counted; not beyond ×1.5']);
    assert.deepEqual(of(20), ['does not hold', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(null), ['cannot tell', 'the threads were not recorded']);
  });

  it('of threads tell a client that starts one per call', () => {
    const none = { scenario: 'read', target: 'a', threadsOver: 'b', atMost: 20 };
    const of = (threads: number) => judged([none], alone({ a: once(1, { threads }), b: once(1) }));
    assert.equal(of(50).outcome, 'holds');
    const { outcome, claims } = of(130);
    assert.equal(outcome, 'does not hold');
    assert.match(claims[0].why, /it grows threads, 100 more than B/);
  });
});

describe('a conclusion of several claims', () => {
  const of = alone({ a: once(300), b: once(100, { kind: 'target CPU' }), c: once(105) });
  const ab = { scenario: 'read', faster: 'a', than: 'b' };
  const cb = { scenario: 'read', faster: 'c', than: 'b' };
  const ba = { scenario: 'read', faster: 'b', than: 'a' };

  it('holds if all do, does not if one does not, and cannot be told otherwise', () => {
    assert.equal(judged([ab, ab], of).outcome, 'holds');
    assert.equal(judged([ab, cb], of).outcome, 'cannot tell');
    assert.equal(judged([ab, cb, ba], of).outcome, 'does not hold');
  });
});
