/** What the analysis finds in slices, parts and their JVMs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupOf } from '../../../analyse/group/group.ts';
import { findings } from '../../../analyse/findings/index.ts';
import { recordedJvm, recordedWarmUp, validRun } from '../../fixtures/records.ts';
import { DISTURBED, OTHER_PROCESSES, partOf as part, validSlice } from '../../fixtures/slices.ts';
import type { SliceFigures, FiguresToJudge as Figures } from '../../../analyse/types.ts';
import type { FindingOf, Kind } from '../../../analyse/findings/types.ts';

const READ = { scope: 'scenario', scenario: 'read' };
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' };
const OF_PART = { scope: 'part', scenario: 'read', round: 1, number: 1 };

/** @param made slices of mvc and mvc-vt in `read` */
function found<K extends Kind>(
  kind: K,
  { slices = [], parts = [], ...changed }: { slices?: SliceFigures[] } & Partial<Figures>,
): FindingOf<K>[] {
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

describe('findings about slices', () => {
  it('discarded: how many of how many, by reason, and who disturbed them', () => {
    const others = [{ name: 'chrome', cores: 0.4 }];
    const both = [OTHER_PROCESSES, { kind: 'overlap' as const, seconds: 1 }];
    const slices = several(5, (index) =>
      index < 2 ? { ...DISTURBED, others } : index === 2 ? { discardedFor: both, cpuCounts: false } : {},
    );
    assert.deepEqual(found('discarded', { slices }), [
      {
        ...MVC,
        ...{ kind: 'discarded', slices: 3, of: 5, cpuCounts: 2, others },
        reasons: [
          { reason: OTHER_PROCESSES, slices: 3 },
          { reason: { kind: 'overlap', seconds: 1 }, slices: 1 },
        ],
      },
    ]);
  });

  it('failed requests, those of the gap among them', () => {
    const [one, two, three] = several(3);
    const slices = [withStage(one, { failures: 2 }), { ...two, afterSlice: { successes: 0, failures: 1 } }, three];
    assert.deepEqual(found('failed-requests', { slices }), [
      { ...MVC, kind: 'failed-requests', slices: 2, failed: 3, requests: 3 * 4000 + 3 },
    ]);
  });

  it('compilers at work and pauses for garbage collection', () => {
    const [one, two, three] = several(3);
    const slices = [withStage(one, { compilingShare: 0.3, gcPauseShare: 0.2 }), withStage(two, { compilingShare: 0.5 }), three];
    assert.deepEqual(found('compilers-at-work', { slices }), [
      { ...MVC, kind: 'compilers-at-work', slices: 2, of: 3, compilingShare: 0.4 },
    ]);
    assert.deepEqual(found('gc-pauses', { slices }), [{ ...MVC, kind: 'gc-pauses', slices: 1, of: 3, gcPauseShare: 0.2 }]);
  });

  it('Little’s law without an explanation', () => {
    const off = { users: 80, betweenRequests: 0, holds: false };
    const slices = several(3, (index) => ({
      littlesLaw: index === 0 ? { ...off, explanation: null } : { ...off, explanation: { kind: 'generator' } },
    }));
    assert.deepEqual(found('littles-law-off', { slices }), [{ ...MVC, kind: 'littles-law-off', slices: 1, of: 3, vus: 100, users: [80] }]);
    assert.equal(found('littles-law', { slices }).length, 1);
  });

  it('live data that InfluxDB lacks', () => {
    const slices = several(3, (index) => ({ counts: { k6: 5000, hlog: 5000, influx: index === 0 ? null : 5000 } }));
    assert.deepEqual(found('no-live-data', { slices }), [{ ...READ, kind: 'no-live-data', slices: 1, of: 3 }]);
  });

  it('targets without load that use more than 5 % of a core', () => {
    const idle = (cores: number) => found('idle-targets', { slices: several(2, () => ({ idleCores: cores })) });
    assert.deepEqual(idle(0.05), []);
    assert.deepEqual(idle(0.08), [{ ...READ, kind: 'idle-targets', cores: 0.08, targets: 1 }]);
  });
});

describe('findings about JVMs', () => {
  it('throughput that rises from slice to slice, in most of the rounds that can tell', () => {
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

  it('one that changed for good, with what else it did', () => {
    const slices = several(4, (index) => ({ cpuPer1000: index < 2 ? 0.4 : 0.6, jvmStartedMs: 7 }));
    const facts = { majorFaults: 3, compilerCpuMs: 900, compilerWaitMs: null };
    const [{ factor, ...rest }] = found('jvm-changed', { slices, parts: [part({ jvms: { mvc: recordedJvm(facts) } })] });
    assert.deepEqual(rest, { ...MVC, kind: 'jvm-changed', round: 1, block: 3, earlier: 2, later: 2, facts });
    assert.ok(Math.abs(factor - 1.5) < 1e-9);
  });

  it('not two JVMs that differ', () => {
    const slices = several(4, (index) => ({ cpuPer1000: index < 2 ? 0.4 : 0.6, jvmStartedMs: index < 2 ? 7 : 8 }));
    assert.deepEqual(found('jvm-changed', { slices }), []);
  });

  it('warm-ups that never became steady', () => {
    const parts = [false, true, true].map((steady, index) => part({ round: index + 1, warmups: { mvc: recordedWarmUp({ steady }) } }));
    assert.deepEqual(found('never-steady', { slices: several(1), parts }), [{ ...MVC, kind: 'never-steady', rounds: [1], of: 3 }]);
    assert.equal(found('warm-ups', { slices: several(1), parts })[0].warmUps, 3);
    const cold = found('no-warm-up', { slices: [...several(1), validSlice({ target: 'mvc-vt' })], parts });
    assert.deepEqual(cold, [{ ...MVC, target: 'mvc-vt', kind: 'no-warm-up' }]);
  });
});

describe('findings about parts', () => {
  it('that failed or are pending', () => {
    const failed = part({}, { state: 'failed', reason: 'k6 ended with 107' });
    assert.deepEqual(found('failed', { parts: [failed] }), [{ ...OF_PART, kind: 'failed', reason: 'k6 ended with 107' }]);
    const pending = part({}, { state: 'pending', part: null });
    assert.deepEqual(found('pending', { parts: [pending] }), [{ ...OF_PART, kind: 'pending' }]);
  });

  it('whose checks failed, but for those that are judged again from the files', () => {
    const checks = [
      { name: 'spread', ok: false, detail: '200 ms' },
      { name: 'idle before', ok: false, detail: '1 request in flight' },
    ];
    assert.deepEqual(found('check-failed', { parts: [part({ checks })] }), [
      { ...OF_PART, kind: 'check-failed', name: 'idle before', detail: '1 request in flight' },
    ]);
  });

  it('whose files are missing', () => {
    const files = ['http.hlog: no such file'];
    assert.deepEqual(found('files-missing', { parts: [part({}, { missing: files })] }), [{ ...OF_PART, kind: 'files-missing', files }]);
  });
});

describe('throughput and CPU per request', () => {
  const pair = { scenario: 'read', target: 'mvc-vt', vus: 100, rounds: 3, blocks: 9 };
  const figures = { ...pair, roundRatios: [] };
  /** @param kind bottleneck of the slices */
  const contradictions = (throughput: number, cpu: number, kind = 'target CPU') => {
    const of = (metric: 'throughput' | 'cpu', ratio: number) =>
      ({ ...figures, metric, kind: 'same', because: null, ratio, low: ratio * 0.95, high: ratio * 1.05 }) as const;
    const slices = ['mvc', 'mvc-vt'].map((target) => validSlice({ target, kind }));
    return found('metrics-contradict', { slices, comparisons: [of('throughput', throughput), of('cpu', cpu)] });
  };

  it('contradict each other where the faster one takes more CPU, and the slower one has none left', () => {
    const [only] = contradictions(1.2, 1.1);
    assert.deepEqual([only.target, only.throughput.ratio, only.cpu.ratio], ['mvc-vt', 1.2, 1.1]);
    assert.equal(contradictions(0.8, 0.9).length, 1);
    assert.deepEqual(contradictions(1.2, 1.1, 'connection pool'), [], 'something else decided');
    assert.deepEqual(contradictions(1.2, 0.9), []);
    assert.deepEqual(contradictions(1.2, 1.04), [], 'inside its interval');
  });
});

describe('rounds', () => {
  it('that differ by more than 30 % are found in the pooled slices', () => {
    const slices = [1000, 1400].flatMap((rps, index) => several(2, () => ({ round: index + 1, rps })));
    const [only] = found('rounds-differ', { slices });
    assert.deepEqual([only.target, only.ratio, only.rpsByRound], ['mvc', 1.4, [1000, 1400]]);
  });
});
