/** What the analysis finds in slices, parts and their JVMs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupOf } from '../../../analyse/group/group.ts';
import { findings } from '../../../analyse/findings/index.ts';
import { recordedJvm, recordedWarmUp, validRun } from '../../fixtures/records.ts';
import { DISTURBED, OTHER_PROCESSES, TOO_FAST, partOf as part, validSlice } from '../../fixtures/slices.ts';
import type { SliceFigures, FiguresToJudge as Figures } from '../../../analyse/types.ts';
import type { FindingOf, Kind } from '../../../analyse/findings/types.ts';

const READ = { scope: 'scenario', scenario: 'read' };
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' };
const OF_PART = { scope: 'part', scenario: 'read', round: 1, number: 1 };

/** `slices`: of mvc and mvc-vt in `read` */
type Made = { slices?: SliceFigures[] } & Partial<Figures>;

function found<K extends Kind>(kind: K, { slices = [], parts = [], ...changed }: Made): FindingOf<K>[] {
  const targets = ['mvc', 'mvc-vt'];
  const run = validRun({ targets, levels: [50, 100] });
  const of = (target: string) => slices.filter((slice) => slice.target === target);
  const groups = targets.map((target) => groupOf({ scenario: 'read', target }, of(target), run.levels));
  const figures = { run, parts, groups, baseline: 'mvc', comparisons: [], noise: null, unpairedNoise: null, ...changed };
  return findings(figures).filter((finding): finding is FindingOf<K> => finding.kind === kind);
}

function several(count: number, change: (index: number) => Parameters<typeof validSlice>[0] = () => ({})) {
  return Array.from({ length: count }, (_, index) => validSlice({ block: index + 1, slice: index + 1, ...change(index) }));
}

function withStage(slice: SliceFigures, stage: Partial<SliceFigures['stage']>): SliceFigures {
  return { ...slice, stage: { ...slice.stage, ...stage } };
}

const [one, two, three] = several(3);
const others = [{ name: 'chrome', cores: 0.4 }];
const OVERLAP = { kind: 'overlap' as const, seconds: 1 };
const discarded = several(5, (index) => {
  if (index < 2) return { ...DISTURBED, others };
  return index === 2 ? { discardedFor: [OTHER_PROCESSES, OVERLAP], cpuCounts: false } : {};
});
const reasons = [
  { reason: OTHER_PROCESSES, slices: 3 },
  { reason: OVERLAP, slices: 1 },
];
const atWork = [withStage(one, { compilingShare: 0.3, gcPauseShare: 0.2 }), withStage(two, { compilingShare: 0.5 }), three];
const off = several(3, (index) => {
  return { littlesLaw: { users: 80, betweenRequests: 0, holds: false, explanation: index === 0 ? null : { kind: 'generator' } } };
});
const withoutInflux = several(3, (index) => ({ counts: { k6: 5000, hlog: 5000, influx: index === 0 ? null : 5000 } }));
const idle = (cores: number) => several(2, () => ({ idleCores: cores }));
const twoCosts = (jvms: number[]) => several(4, (index) => ({ cpuPer1000: index < 2 ? 0.4 : 0.6, jvmStartedMs: jvms[index] }));
const warmedUp = [false, true, true].map((steady, index) => part({ round: index + 1, warmups: { mvc: recordedWarmUp({ steady }) } }));
const checks = [
  { name: 'spread', ok: false, detail: '200 ms' },
  { name: 'idle before', ok: false, detail: '1 request in flight' },
];
const files = ['http.hlog: no such file'];
const uneven = [1, 2, 3].flatMap((round) => ['mvc', 'mvc-vt'].slice(0, round < 3 ? 2 : 1).map((target) => validSlice({ target, round })));
const NOT_COMPARED = { ...MVC, target: 'mvc-vt', why: { kind: 'no block in common' } };

/** `expected`: beside its kind */
const CASES: [what: string, kind: Kind, made: Made, ...expected: object[]][] = [
  [
    'how many slices are discarded, by reason, and who disturbed them',
    'discarded',
    { slices: discarded },
    { ...MVC, slices: 3, of: 5, cpuCounts: 2, others, reasons },
  ],
  [
    'failed requests, those of the gap among them',
    'failed-requests',
    { slices: [withStage(one, { failures: 2 }), { ...two, afterSlice: { successes: 0, failures: 1 } }, three] },
    { ...MVC, slices: 2, failed: 3, requests: 3 * 4000 + 3 },
  ],
  ['compilers at work', 'compilers-at-work', { slices: atWork }, { ...MVC, slices: 2, of: 3, compilingShare: 0.4 }],
  ['pauses for garbage collection', 'gc-pauses', { slices: atWork }, { ...MVC, slices: 1, of: 3, gcPauseShare: 0.2 }],
  ['Little’s law without an explanation', 'littles-law-off', { slices: off }, { ...MVC, slices: 1, of: 3, vus: 100, users: [80] }],
  ['live data that InfluxDB lacks', 'no-live-data', { slices: withoutInflux }, { ...READ, slices: 1, of: 3 }],
  ['no targets without load that use 5 % of a core', 'idle-targets', { slices: idle(0.05) }],
  ['those that use more', 'idle-targets', { slices: idle(0.08) }, { ...READ, cores: 0.08, targets: 1 }],
  ['not two JVMs that differ', 'jvm-changed', { slices: twoCosts([7, 7, 8, 8]) }],
  ['warm-ups that never became steady', 'never-steady', { slices: [one], parts: warmedUp }, { ...MVC, rounds: [1], of: 3 }],
  [
    'targets without a warm-up',
    'no-warm-up',
    { slices: [one, validSlice({ target: 'mvc-vt' })], parts: warmedUp },
    { ...MVC, target: 'mvc-vt' },
  ],
  ['a part that failed', 'failed', { parts: [part({}, { state: 'failed', reason: 'k6 ended' })] }, { ...OF_PART, reason: 'k6 ended' }],
  ['one that is pending', 'pending', { parts: [part({}, { state: 'pending', part: null })] }, OF_PART],
  [
    'checks that failed, but for those that are judged again from the files',
    'check-failed',
    { parts: [part({ checks })] },
    { ...OF_PART, name: 'idle before', detail: '1 request in flight' },
  ],
  ['too few rounds for a verdict', 'few-rounds', { slices: uneven }, { scope: 'run', least: 2, most: 3, isSingle: false, needed: 3 }],
  ['files that are missing', 'files-missing', { parts: [part({}, { missing: files })] }, { ...OF_PART, files }],
  [
    'targets that could not be compared',
    'not-compared',
    { slices: [one, validSlice({ target: 'mvc-vt', ...TOO_FAST })] },
    { ...NOT_COMPARED, metric: 'throughput' },
    { ...NOT_COMPARED, metric: 'cpu' },
  ],
];

describe('what is found', () => {
  for (const [what, kind, made, ...expected] of CASES) {
    const all = expected.map((each) => ({ ...each, kind }));
    it(`are ${what}`, () => assert.deepEqual(found(kind, made), all));
  }

  it('is how many plateaus were held against Little’s law, and how many warm-ups there were', () => {
    assert.equal(found('littles-law', { slices: off }).length, 1);
    assert.equal(found('warm-ups', { slices: [one], parts: warmedUp })[0].warmUps, 3);
  });

  it('is throughput that rises from slice to slice, in most of the rounds that can tell', () => {
    const rates = [1000, 1100, 1200, 1300];
    const risingIn = (rounds: number[]) => {
      const slices = [1, 2, 3, 4].flatMap((round) =>
        several(round === 4 ? 2 : 4, (index) => ({ round, jvmStartedMs: round, rps: rounds.includes(round) ? rates[index] : 1000 })),
      );
      return found('still-rising', { slices });
    };
    assert.deepEqual(risingIn([1]), [], 'by chance');
    const [{ rises, ...rest }] = risingIn([1, 3]);
    assert.deepEqual(rest, { ...MVC, kind: 'still-rising', rounds: [1, 3], of: 3 });
    assert.ok(Math.abs(rises[0] - 300 / 1150) < 1e-9);
  });

  it('is a JVM that changed for good, with what else it did', () => {
    const facts = recordedJvm({ majorFaults: 3, compilerCpuMs: 900, compilerWaitMs: null });
    const withFewerUsers = validSlice({ vus: 50, cpuPer1000: 0.4, jvmStartedMs: 7 });
    const parts = [part({ jvms: { mvc: facts } })];
    const [{ factor, ...rest }] = found('jvm-changed', { slices: [withFewerUsers, ...twoCosts([7, 7, 7, 7])], parts });
    assert.deepEqual(rest, { ...MVC, kind: 'jvm-changed', round: 1, block: 3, earlier: 2, later: 2, facts });
    assert.ok(Math.abs(factor - 1.5) < 1e-9);
  });

  it('are rounds that differ by more than 30 %, in the pooled slices', () => {
    const slices = [1000, 1400].flatMap((rps, index) => several(2, () => ({ round: index + 1, rps })));
    const [only] = found('rounds-differ', { slices });
    assert.deepEqual([only.target, only.ratio, only.rpsByRound], ['mvc', 1.4, [1000, 1400]]);
  });

  it('is a faster target that takes more CPU, where the slower one has none left', () => {
    const pair = { scenario: 'read', target: 'mvc-vt', vus: 100, rounds: 3, blocks: 9, roundRatios: [] };
    const of = (metric: 'throughput' | 'cpu', ratio: number) =>
      ({ ...pair, metric, kind: 'same', because: null, ratio, low: ratio * 0.95, high: ratio * 1.05 }) as const;
    const contradictions = (throughput: number, cpu: number, kind = 'target CPU') => {
      const slices = ['mvc', 'mvc-vt'].map((target) => validSlice({ target, kind }));
      return found('metrics-contradict', { slices, comparisons: [of('throughput', throughput), of('cpu', cpu)] });
    };
    const [only] = contradictions(1.2, 1.1);
    assert.deepEqual([only.target, only.throughput.ratio, only.cpu.ratio], ['mvc-vt', 1.2, 1.1]);
    assert.equal(contradictions(0.8, 0.9).length, 1);
    assert.deepEqual(contradictions(1.2, 1.1, 'connection pool'), [], 'something else decided');
    assert.deepEqual(contradictions(1.2, 0.9), []);
    assert.deepEqual(contradictions(1.2, 1.04), [], 'inside its interval');
  });
});
