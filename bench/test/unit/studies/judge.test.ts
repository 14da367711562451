import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bottleneckText } from '../../../report/words/bottleneck.ts';
import { measuredText, oursText, whyText } from '../../../report/words/studies.ts';
import { groupOf } from '../../../analyse/group/group.ts';
import { judge } from '../../../studies/judging/judge.ts';
import { faster, fewerThreads, type Claim } from '../../../studies/terms.ts';
import { validSlice } from '../../fixtures/slices.ts';
import type { Figures } from '../../../analyse/types.ts';

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

/** @returns the judgement of the first claim in words, with the outcome of all */
function judged(claims: Claim[], of: Figures | undefined) {
  const run = { name: 'main', title: '', targets: [], scenarios: ['read', 'create'] };
  const [{ outcome, claims: all }] = judge({ runs: [run], conclusions: { 'it is so': claims } }, of ? { main: of } : {});
  const [{ indicative, ours, measured, why, bottleneck }] = all;
  const said = [`${outcome}${indicative ? ', indicative' : ''}`, measuredText(measured), whyText(why)].filter(Boolean).join(': ');
  return { said, ours: ours.map(oursText), bottleneck };
}

const FASTER = faster('read', 'a', 'b');
const TENFOLD = faster('read', 'a', 'b', { times: 10 });
const OR_LEVEL = faster('read', 'a', 'b', { orLevel: true });
const ALIKE: Claim[] = [{ scenario: 'read', says: 'alike', targets: ['a', 'b'] }];
const ANSWERED: Claim[] = [{ scenario: 'read', says: 'answered', targets: ['a'], from: 400, to: 440 }];
const FEWER = [fewerThreads('read', 'a', 'b')];
const NO_MORE: Claim[] = [{ scenario: 'read', says: 'no more threads', targets: ['a', 'b'], atMost: 20 }];
const [CB, BA] = [faster('read', 'c', 'b'), faster('read', 'b', 'a')];

/** `said`: how it begins */
type Case = [what: string, of: Figures | undefined, said: string, claims?: Claim[]];

/** Targets that are measured alone, once. */
const alone = (a: Measured, b: Measured) => figures({ a, b }, { slices: 1 });
const limited = once(100, { kind: 'target CPU' });
const ofThreads = (a: number, b: number | null) => alone(once(1, { threads: a }), once(1, { threads: b }));

/** @param change of slices of a target that was not warm */
function coldCases(how: string, change: (rps: number) => Change): Case[] {
  const cold = (rps: number, kind = 'unknown') => once(rps, { kind, ...change(rps) });
  const slow = cold(100, 'target CPU');
  const reason = 'the slower one had no CPU left while its JVM was not warm, which decides only beyond ×6 in every round';
  return [
    [`not ×6, the CPU of the slower one was its bottleneck, and ${how}`, alone(once(590), slow), `cannot tell: A ÷ B ×5.90: ${reason}`],
    [`beyond ×6, and ${how}`, alone(once(610), slow), 'holds'],
    [`not ×6 the other way, and ${how}`, alone(slow, once(590)), 'cannot tell'],
    [`beyond ×6 the other way, and ${how}`, alone(slow, once(610)), 'does not hold'],
    [`of the faster one ${how}`, alone(cold(160), limited), 'holds'],
    [`threads were the bottleneck of the slower one, and ${how}`, alone(once(160), cold(100, 'request threads')), 'holds'],
  ];
}

const thousand = { rounds: [1000, 1010, 990, 1000, 1000] };
const ahead = { rounds: [1200, 1210, 1190, 1200, 1210], kind: 'unknown' };
const level = { rounds: [1010, 1000, 990, 1010, 990] };
const tenTimes = { rounds: ahead.rounds.map((rps) => 10 * rps) };
const nothing = { rounds: [] };
const refused = once(900, { discardedFor: [{ kind: 'refused', verdict: 'no work was done' }] });

const twoRounds = (rounds: number[], change: Change = {}) => figures({ a: { rounds, ...change }, b: { rounds: [1000, 1000], ...change } });
const fewRounds = 'fewer than 3 rounds decide only beyond ×1.5 in every one';
const threeRounds = figures({ a: { rounds: [1200, 1210, 1190] }, b: { rounds: [1000, 1000, 1000] } });
const abc = figures({ a: once(300), b: limited, c: once(105) }, { slices: 1 });
const answered = (...rounds: number[]) => figures({ a: { rounds } });
const uncounted = figures({ a: once(90, { stage: { ...validSlice().stage, successes: null } }) }, { slices: 1 });

const CASES: Case[] = [
  ['once, beyond ×1.5 the other way', alone(once(100, { kind: 'event loop' }), once(160)), 'does not hold, indicative: '],
  ['once, not beyond ×1.5', alone(once(149), limited), `cannot tell: A ÷ B ×1.49: ${fewRounds} (there is 1)`],
  ...['unknown', 'users waiting', 'generator', 'database'].map((kind): Case => {
    const said = 'cannot tell: A ÷ B ×3.00: nothing that was recorded explains it';
    return [`once, ${kind}, which explains nothing`, alone(once(300), once(100, { kind })), said];
  }),
  ...coldCases('its warm-up ended before it was warm', () => ({ steady: false })),
  ...coldCases('its compilers were at work', (rps) => ({ stage: { ...validSlice({ rps }).stage, compilingShare: 0.3 } })),
  ['once, the factor the other way', alone(limited, once(100)), 'does not hold', TENFOLD],
  ['once, what fell short of the factor does not explain it', alone(once(100), limited), 'cannot tell', TENFOLD],
  ['once, beyond ×1.5 of the factor', alone(once(1600), limited), 'holds', TENFOLD],
  ['once, not beyond ×1.5 of the factor', alone(once(1400), limited), 'cannot tell', TENFOLD],
  ['once, alike, which cannot be confirmed', alone(once(100), once(100)), 'cannot tell', ALIKE],
  ['once, not alike', alone(once(200), limited), 'does not hold', ALIKE],
  ['five rounds, the other is ahead', figures({ a: thousand, b: ahead }), 'does not hold'],
  ['five rounds, whatever their bottleneck', figures({ a: ahead, b: { ...thousand, kind: 'database' } }), 'holds'],
  ['one number of users alone shows no bottleneck', figures({ a: ahead, b: { ...thousand, kind: 'unknown' } }), 'cannot tell'],
  ['five rounds, inside the noise floor', figures({ a: ahead, b: thousand }, { floor: 1.25 }), 'cannot tell'],
  ['five rounds, level or ahead: more than ×1.1 is excluded', figures({ a: level, b: thousand }), 'holds', OR_LEVEL],
  ['five rounds, neither level nor ahead', figures({ a: thousand, b: ahead }), 'does not hold', OR_LEVEL],
  ['five rounds, alike', figures({ a: level, b: thousand }), 'holds', ALIKE],
  ['five rounds, not alike', figures({ a: ahead, b: thousand }), 'does not hold', ALIKE],
  ['five rounds, less than the factor', figures({ a: ahead, b: thousand }), 'does not hold', TENFOLD],
  ['five rounds, the factor', figures({ a: tenTimes, b: thousand }), 'holds', TENFOLD],
  ['three rounds, the other is ahead', threeRounds, 'does not hold', BA],
  ['two rounds, both beyond ×1.5', twoRounds([1600, 2000]), 'holds, indicative: A ÷ B ×1.60–2.00: beyond ×1.5 in each of 2 rounds'],
  ['two rounds, one beyond ×1.5', twoRounds([1600, 1400]), `cannot tell: A ÷ B ×1.40–1.60: ${fewRounds} (there are 2)`],
  ['two rounds, on both sides', twoRounds([900, 1490]), `cannot tell: A ÷ B ×0.90–1.49: ${fewRounds} (there are 2)`],
  ['two rounds, unexplained', twoRounds([1600, 1700], { kind: 'unknown' }), 'cannot tell: A ÷ B ×1.60–1.70: nothing that was recorded'],
  ['two rounds, cold', twoRounds([1600, 1700], { steady: false }), 'cannot tell: A ÷ B ×1.60–1.70: the slower one had no CPU left while'],
  ['a discarded target', alone(refused, limited), 'cannot tell: A is discarded: the verification refused the target: no work was done'],
  ['a target whose own part failed', figures({ a: nothing, b: limited }, { failed: ['a'] }), 'cannot tell: A failed: the target died'],
  [
    'targets of a block that failed',
    figures({ a: nothing, b: nothing }, { failed: ['a', 'b'] }),
    'cannot tell: A failed: the target died; B failed: the target died',
  ],
  ['a run that was not measured', undefined, 'cannot tell: not measured'],
  [
    'a scenario that was not measured',
    alone(limited, limited),
    'cannot tell: A at create was not measured; B at create was not measured',
    faster('create', 'a', 'b'),
  ],
  ...[[100], [110], [90, 115]].map((rounds): Case => [`answers of ${rounds.join()}/s`, answered(...rounds), 'holds: ', ANSWERED]),
  ...[[99], [111], [90, 105]].map((rounds): Case => [`answers of ${rounds.join()}/s`, answered(...rounds), 'does not hold: ', ANSWERED]),
  ['answers that were not recorded', uncounted, 'cannot tell: its requests were not recorded', ANSWERED],
  ['42 threads against 64', ofThreads(42, 64), 'holds: threads are counted; beyond ×1.5', FEWER],
  ['42 threads against 63', ofThreads(42, 63), 'cannot tell: threads are counted; not beyond ×1.5', FEWER],
  ['42 threads against 20', ofThreads(42, 20), 'does not hold: threads are counted; beyond ×1.5', FEWER],
  ['threads that were not recorded', ofThreads(42, null), 'cannot tell: the threads were not recorded', FEWER],
  ['20 threads more', ofThreads(50, 30), 'holds: ', NO_MORE],
  ['a thread for each call', ofThreads(130, 30), 'does not hold: threads are counted; it grows threads, 100 more than B', NO_MORE],
  ['all claims hold', abc, 'holds', [...FASTER, ...FASTER]],
  ['one of several cannot be told', abc, 'cannot tell', [...FASTER, ...CB]],
  ['one of several does not hold', abc, 'does not hold', [...FASTER, ...CB, ...BA]],
];

describe('what is said of a claim', () => {
  for (const [what, of, expected, claims = FASTER] of CASES) {
    it(`${what}: ${expected}`, () => {
      const { said } = judged(claims, of);
      assert.equal(said.slice(0, expected.length), expected, said);
    });
  }
});

describe('a claim', () => {
  it('of one slice each is indicative, with the bottleneck of the slower one', () => {
    const kind = { kind: 'request threads', server: 'tomcat', threads: 200, busy: 200, waiting: 100, cpuShare: null } as const;
    const { bottleneck, ...found } = judged(FASTER, alone(once(180), once(100, { bottleneck: kind })));
    assert.deepEqual(found, { said: 'holds, indicative: A ÷ B ×1.80: beyond ×1.5 in the one round', ours: ['A 180/s', 'B 100/s'] });
    assert.equal(
      bottleneck && bottleneckText(bottleneck.bottleneck, bottleneck.label),
      'The bottleneck of B is its 200 Tomcat threads: 200 busy, 100 waiting, CPU not recorded.',
    );
  });

  it('in five rounds is decided by the verdict; where no difference was shown, the interval says how large one may be', () => {
    const of = (a: Measured) => judged(FASTER, figures({ a, b: thousand })).said;
    assert.match(of(ahead), /^holds: A ÷ B ×1\.20 \[1\.\d+, 1\.\d+\]: faster in 5 rounds$/);
    assert.match(of(level), /^cannot tell: A ÷ B ×1\.00 \[0\.9\d, 1\.0\d\]: no difference was shown in 5 rounds$/);
  });

  it('in three rounds, too, with the pooled slices', () => {
    const { said, ours, bottleneck } = judged(FASTER, threeRounds);
    assert.match(said, /^holds: A ÷ B ×\S+ \[.*\]: faster in 3 rounds$/);
    assert.deepEqual([ours, bottleneck?.bottleneck.kind], [['A 1,200/s', 'B 1,000/s'], 'target CPU']);
  });
});
