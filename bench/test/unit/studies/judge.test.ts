import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bottleneckText } from '../../../report/words/bottleneck.ts';
import { measuredText, oursText, whyText } from '../../../report/words/studies.ts';
import { groupOf } from '../../../analyse/group/group.ts';
import { judge } from '../../../studies/judging/judge.ts';
import { faster, fewerThreads } from '../../../studies/terms.ts';
import { validSlice } from '../../fixtures/slices.ts';
import type { Figures } from '../../../analyse/types.ts';
import type { Claim } from '../../../studies/types.ts';

type Change = Parameters<typeof validSlice>[0];

/** requests/s of each round, and what else its slices have */
type Measured = { rounds: number[] } & Change;

/**
 * @param targets in the scenario `read`
 * @param options `slices`: of each target in each round; `floor`: noise floor of five rounds, a ratio; `failed`: targets of a part that failed
 */
function figures(
  targets: Record<string, Measured>,
  { slices = 3, floor, failed = [] }: { slices?: number; floor?: number; failed?: string[] } = {},
) {
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
  const planned = { scenario: 'read', blocks: [{ vus: 100, targets: failed }] };
  const parts = failed.length > 0 ? [{ planned, state: 'failed', reason: 'the target died' }] : [];
  return { run, groups, parts, noise, comparisons: [], baseline: '' } as unknown as Figures;
}

/** @returns one slice, as of a target that is measured alone */
function once(rps: number, { threads = 30, ...change }: Change & { threads?: number | null } = {}): Measured {
  const { stage } = validSlice({ rps });
  return { rounds: [rps], kind: 'unknown', stage: { ...stage, threadsMax: threads }, ...change };
}

/** @returns the judgement of the first claim in words, and the outcome of all */
function judged(claims: Claim[], of: Figures | undefined) {
  const run = { name: 'main', title: '', targets: [], scenarios: ['read', 'create'] };
  const [{ outcome, claims: all }] = judge({ runs: [run], conclusions: { 'it is so': claims } }, of ? { main: of } : {});
  const [{ indicative, ours, measured, why, bottleneck }] = all;
  return { outcome, indicative, ours: ours.map(oursText), measured: measuredText(measured), why: whyText(why), rule: why.kind, bottleneck };
}

const FASTER = faster('read', 'a', 'b');
const ALIKE: Claim[] = [{ scenario: 'read', says: 'alike', targets: ['a', 'b'] }];

function alone(targets: Record<string, Measured>, claims: Claim[] = FASTER) {
  return judged(claims, figures(targets, { slices: 1 }));
}

describe('a claim about targets that are measured alone, once', () => {
  const limitedByCpu = once(100, { kind: 'target CPU' });

  it('holds beyond ×1.5, if the bottleneck of the slower one explains it, and is indicative', () => {
    const slower = once(100, {
      bottleneck: { kind: 'request threads', server: 'tomcat', threads: 200, busy: 200, waiting: 100, cpuShare: null },
    });
    const { bottleneck, rule, ...found } = alone({ a: once(180), b: slower });
    const expected = { outcome: 'holds', indicative: true, ours: ['A 180/s', 'B 100/s'], measured: 'A ÷ B ×1.80' };
    assert.deepEqual([found, rule], [{ ...expected, why: 'beyond ×1.5 in the one round' }, 'clear']);
    assert.equal(
      bottleneck && bottleneckText(bottleneck.bottleneck, bottleneck.label),
      'The bottleneck of B is its 200 Tomcat threads: 200 busy, 100 waiting, CPU not recorded.',
    );
  });

  it('does not hold beyond ×1.5 the other way', () => {
    const { outcome, indicative } = alone({ a: once(100, { kind: 'event loop' }), b: once(160) });
    assert.deepEqual([outcome, indicative], ['does not hold', true]);
  });

  it('cannot be told where the ratio is not beyond ×1.5, or the bottleneck of the slower one explains nothing', () => {
    const close = alone({ a: once(149), b: limitedByCpu });
    assert.deepEqual([close.outcome, close.why], ['cannot tell', 'fewer than 3 rounds decide only beyond ×1.5 in every one (there is 1)']);
    for (const kind of ['unknown', 'users waiting', 'generator', 'database']) {
      const { outcome, why } = alone({ a: once(300), b: once(100, { kind }) });
      assert.deepEqual([outcome, why], ['cannot tell', 'nothing that was recorded explains it'], kind);
    }
  });

  const cold: Record<string, (rps: number) => Change> = {
    'its warm-up ended before it was warm': () => ({ steady: false }),
    'its compilers were at work': (rps) => ({ stage: { ...validSlice({ rps }).stage, compilingShare: 0.3 } }),
  };
  for (const [how, change] of Object.entries(cold)) {
    const coldOnce = (rps: number, kind = 'unknown') => once(rps, { kind, ...change(rps) });
    it(`takes ×6 where the slower one's CPU was the bottleneck and ${how}`, () => {
      const slow = coldOnce(100, 'target CPU');
      const { outcome, why } = alone({ a: once(590), b: slow });
      const expected = 'the slower one had no CPU left while its JVM was not warm, which decides only beyond ×6 in every round';
      assert.deepEqual([outcome, why], ['cannot tell', expected]);
      assert.equal(alone({ a: once(610), b: slow }).outcome, 'holds');
      assert.equal(alone({ a: slow, b: once(590) }).outcome, 'cannot tell', 'the other way too');
      assert.equal(alone({ a: slow, b: once(610) }).outcome, 'does not hold');
    });

    it(`takes no more where that is the faster one, or threads were the bottleneck of the slower one, and ${how}`, () => {
      assert.equal(alone({ a: coldOnce(160), b: limitedByCpu }).outcome, 'holds');
      assert.equal(alone({ a: once(160), b: coldOnce(100, 'request threads') }).outcome, 'holds');
    });
  }

  it('of a factor is held against that factor, and what fell short of it must explain it', () => {
    const tenfold = faster('read', 'a', 'b', { times: 10 });
    assert.equal(alone({ a: limitedByCpu, b: once(100) }, tenfold).outcome, 'does not hold');
    assert.equal(alone({ a: once(100), b: limitedByCpu }, tenfold).outcome, 'cannot tell');
    assert.equal(alone({ a: once(1600), b: limitedByCpu }, tenfold).outcome, 'holds');
    assert.equal(alone({ a: once(1400), b: limitedByCpu }, tenfold).outcome, 'cannot tell');
  });

  it('that two are alike can be refuted, not confirmed', () => {
    assert.equal(alone({ a: once(100), b: once(100) }, ALIKE).outcome, 'cannot tell');
    assert.equal(alone({ a: once(200), b: limitedByCpu }, ALIKE).outcome, 'does not hold');
  });
});

describe('a claim in five rounds', () => {
  const thousand = { rounds: [1000, 1010, 990, 1000, 1000] };
  const ahead = { rounds: [1200, 1210, 1190, 1200, 1210], kind: 'unknown' };
  const level = { rounds: [1010, 1000, 990, 1010, 990] };
  const outcomeOf = (a: Measured, b: Measured, claims = FASTER) => judged(claims, figures({ a, b })).outcome;

  it('is decided by the verdict, whatever their bottleneck, if it is known that there was one', () => {
    const { outcome, indicative, measured, why } = judged(FASTER, figures({ a: ahead, b: thousand }));
    assert.deepEqual([outcome, indicative], ['holds', false]);
    assert.match(`${measured}: ${why}`, /^A ÷ B ×1\.20 \[1\.\d+, 1\.\d+\]: faster in 5 rounds$/);
    assert.equal(outcomeOf(thousand, ahead), 'does not hold');
    assert.equal(outcomeOf(ahead, { ...thousand, kind: 'database' }), 'holds');
    assert.equal(outcomeOf(ahead, { ...thousand, kind: 'unknown' }), 'cannot tell', 'one number of users alone does not show it');
  });

  it('cannot be told inside the noise floor, or where no difference was shown, and the interval says how large one may be', () => {
    const { outcome, measured, why } = judged(FASTER, figures({ a: level, b: thousand }));
    assert.match(`${outcome}: ${measured}: ${why}`, /^cannot tell: A ÷ B ×1\.00 \[0\.9\d, 1\.0\d\]: no difference was shown in 5 rounds$/);
    assert.equal(judged(FASTER, figures({ a: ahead, b: thousand }, { floor: 1.25 })).outcome, 'cannot tell');
  });

  it('that one is level or ahead, or that two are alike, holds where the interval excludes more than ×1.1', () => {
    const orLevel = faster('read', 'a', 'b', { orLevel: true });
    assert.equal(outcomeOf(level, thousand, orLevel), 'holds');
    assert.equal(outcomeOf(thousand, ahead, orLevel), 'does not hold');
    assert.equal(outcomeOf(level, thousand, ALIKE), 'holds');
    assert.equal(outcomeOf(ahead, thousand, ALIKE), 'does not hold');
  });

  it('of a factor is decided by the interval', () => {
    const tenfold = faster('read', 'a', 'b', { times: 10 });
    assert.equal(outcomeOf(ahead, thousand, tenfold), 'does not hold');
    assert.equal(outcomeOf({ rounds: ahead.rounds.map((rps) => 10 * rps) }, thousand, tenfold), 'holds');
  });
});

describe('a claim in few rounds', () => {
  it('is decided by the verdict from three rounds on', () => {
    const of = figures({ a: { rounds: [1200, 1210, 1190] }, b: { rounds: [1000, 1000, 1000] } });
    const { outcome, indicative, rule, ours, bottleneck } = judged(FASTER, of);
    assert.deepEqual([outcome, indicative, rule], ['holds', false, 'verdict']);
    assert.deepEqual(ours, ['A 1,200/s', 'B 1,000/s'], 'pooled slices');
    assert.equal(bottleneck?.bottleneck.kind, 'target CPU');
    assert.equal(judged(faster('read', 'b', 'a'), of).outcome, 'does not hold');
  });

  it('is decided by its rounds with fewer', () => {
    const of = (rounds: number[], change: Change = {}) =>
      judged(FASTER, figures({ a: { rounds, ...change }, b: { rounds: [1000, 1000], ...change } }));
    const found = [of([1600, 1700]), of([1600, 1400]), of([1600, 1700], { kind: 'unknown' }), of([1600, 1700], { steady: false })];
    assert.deepEqual(
      found.map(({ outcome, indicative, rule }) => [outcome, indicative, rule].join()),
      ['holds,true,clear', 'cannot tell,false,too close', 'cannot tell,false,unexplained', 'cannot tell,false,cold'],
    );
    const { measured, why } = of([1600, 2000]);
    assert.deepEqual([measured, why], ['A ÷ B ×1.60–2.00', 'beyond ×1.5 in each of 2 rounds']);
    assert.equal(of([900, 1490]).why, 'fewer than 3 rounds decide only beyond ×1.5 in every one (there are 2)');
  });
});

describe('what cannot decide', () => {
  const b = once(100, { kind: 'target CPU' });
  const nothing = { rounds: [] };
  const refused = once(900, { discardedFor: [{ kind: 'refused', verdict: 'no work was done' }] });
  const cases: [what: string, of: Figures | undefined, why: string, claims?: Claim[]][] = [
    ['a target that is discarded', figures({ a: refused, b }), 'A is discarded: the verification refused the target: no work was done'],
    ['a target whose own part failed', figures({ a: nothing, b }, { failed: ['a'] }), 'A failed: the target died'],
    [
      'targets of a block that failed',
      figures({ a: nothing, b: nothing }, { failed: ['a', 'b'] }),
      'A failed: the target died; B failed: the target died',
    ],
    ['a run that was not measured', undefined, 'not measured'],
    [
      'a scenario that was not measured',
      figures({ a: b, b }),
      'A at create was not measured; B at create was not measured',
      faster('create', 'a', 'b'),
    ],
  ];
  for (const [what, of, expected, claims = FASTER] of cases) {
    it(`is ${what}`, () => {
      const { outcome, why } = judged(claims, of);
      assert.deepEqual([outcome, why], ['cannot tell', expected]);
    });
  }
});

describe('counts', () => {
  const claims: Claim[] = [{ scenario: 'read', says: 'answered', targets: ['a'], from: 400, to: 440 }];

  it('of answers in a slice are held against their range, the mean of several', () => {
    const outcomeOf = (...rounds: number[]) => judged(claims, figures({ a: { rounds } })).outcome;
    assert.deepEqual([outcomeOf(100), outcomeOf(110), outcomeOf(90, 115)], ['holds', 'holds', 'holds']);
    assert.deepEqual([outcomeOf(99), outcomeOf(111), outcomeOf(90, 105)], Array(3).fill('does not hold'));
  });

  it('that were not recorded are not none', () => {
    const { outcome, why } = alone({ a: once(90, { stage: { ...validSlice().stage, successes: null } }) }, claims);
    assert.deepEqual([outcome, why], ['cannot tell', 'its requests were not recorded']);
  });

  it('of threads decide beyond ×1.5', () => {
    const of = (threads: number | null) => {
      const { outcome, why } = alone({ a: once(1, { threads: 42 }), b: once(1, { threads }) }, [fewerThreads('read', 'a', 'b')]);
      return [outcome, why];
    };
    assert.deepEqual(of(64), ['holds', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(63), ['cannot tell', 'threads are counted; not beyond ×1.5']);
    assert.deepEqual(of(20), ['does not hold', 'threads are counted; beyond ×1.5']);
    assert.deepEqual(of(null), ['cannot tell', 'the threads were not recorded']);
  });

  it('of threads tell a client that starts one per call', () => {
    const none: Claim[] = [{ scenario: 'read', says: 'no more threads', targets: ['a', 'b'], atMost: 20 }];
    assert.equal(alone({ a: once(1, { threads: 50 }), b: once(1) }, none).outcome, 'holds');
    const { outcome, why } = alone({ a: once(1, { threads: 130 }), b: once(1) }, none);
    assert.equal(outcome, 'does not hold');
    assert.match(why, /it grows threads, 100 more than B/);
  });
});

describe('a conclusion of several claims', () => {
  it('holds if all do, does not if one does not, and cannot be told otherwise', () => {
    const targets = { a: once(300), b: once(100, { kind: 'target CPU' }), c: once(105) };
    const [ab, cb, ba] = [FASTER, faster('read', 'c', 'b'), faster('read', 'b', 'a')];
    assert.equal(alone(targets, [...ab, ...ab]).outcome, 'holds');
    assert.equal(alone(targets, [...ab, ...cb]).outcome, 'cannot tell');
    assert.equal(alone(targets, [...ab, ...cb, ...ba]).outcome, 'does not hold');
  });
});
