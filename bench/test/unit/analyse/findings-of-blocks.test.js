/** What the analysis finds in slices, sequences and their JVMs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockGroup } from '../../../analyse/blocks/group.js';
import { findings } from '../../../analyse/findings/index.js';
import { validCell, validRun, validSequence } from '../../fixtures/records.js';
import { DISTURBED, OTHER_PROCESSES, validSlice } from '../../fixtures/slices.js';

/**
 * @typedef {import('../../../analyse/types.js').SliceFigures} SliceFigures
 * @typedef {import('../../../analyse/types.js').SequenceFigures} SequenceFigures
 * @typedef {import('../../../analyse/types.js').FiguresToJudge} Figures
 * @typedef {import('../../../analyse/findings/types.js').Kind} Kind
 * @typedef {import('../../../record/sequence.js').MeasuredSequence} MeasuredSequence
 */

const READ = { scope: 'scenario', scenario: 'read' };
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' };
const PLANNED = {
  scenario: 'read',
  round: 1,
  part: 1,
  order: 1,
  blocks: [['mvc', 'mvc-vt']],
  state: /** @type {const} */ ('ok'),
  reason: null,
};

/** @param {Partial<import('../../../record/sequence.js').Sequence>} [record] @param {Partial<SequenceFigures>} [changed] @returns {SequenceFigures} */
function sequence(record = {}, changed = {}) {
  const made = /** @type {MeasuredSequence} */ (validSequence(record));
  return {
    planned: { ...PLANNED, round: made.round },
    state: 'ok',
    reason: null,
    sequence: made,
    slices: [],
    hlogTotal: 0,
    missing: [],
    ...changed,
  };
}

/**
 * @param {Kind} kind
 * @param {{ slices?: SliceFigures[], sequences?: SequenceFigures[] } & Partial<Figures>} made slices of mvc and mvc-vt in `read`
 */
function found(kind, { slices = [], sequences = [], ...changed }) {
  const targets = ['mvc', 'mvc-vt'];
  const run = validRun({ targets, blockVus: 100 });
  const staircase = { cell: null, isVoid: false, reason: null, stages: [] };
  const groups = /** @type {any[]} */ (targets.map((target) => ({ scenario: 'read', target, ...staircase })));
  const blocks = targets.map((target) =>
    blockGroup(
      'read',
      target,
      slices.filter((slice) => slice.target === target),
      100,
    ),
  );
  const figures = {
    run,
    cells: [],
    groups,
    sequences,
    blocks,
    baseline: 'mvc',
    comparisons: [],
    noise: null,
    unpairedNoise: null,
    ...changed,
  };
  return findings(figures).filter((finding) => finding.kind === kind);
}

/** @param {number} count @param {(index: number) => Parameters<typeof validSlice>[0]} [change] */
function several(count, change = () => ({})) {
  return Array.from({ length: count }, (_, index) => validSlice({ block: index + 1, slice: index + 1, ...change(index) }));
}

/** @param {SliceFigures} slice @param {Partial<SliceFigures['stage']>} stage @returns {SliceFigures} */
function withStage(slice, stage) {
  return { ...slice, stage: { ...slice.stage, ...stage } };
}

describe('findings about slices', () => {
  it('void: how many of how many, by reason, and who disturbed them', () => {
    const others = [{ name: 'chrome', cores: 0.4 }];
    const both = [OTHER_PROCESSES, { kind: /** @type {const} */ ('overlap'), seconds: 1 }];
    const slices = several(5, (index) => (index < 2 ? { ...DISTURBED, others } : index === 2 ? { voids: both, cpuCounts: false } : {}));
    assert.deepEqual(found('void', { slices }), [
      {
        ...MVC,
        ...{ kind: 'void', slices: 3, of: 5, cpuCounts: 2, others },
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
    const idle = (/** @type {number} */ cores) => found('idle-targets', { slices: several(2, () => ({ idleCores: cores })) });
    assert.deepEqual(idle(0.05), []);
    assert.deepEqual(idle(0.08), [{ ...READ, kind: 'idle-targets', cores: 0.08, targets: 1 }]);
  });
});

describe('findings about the JVMs of blocks', () => {
  it('throughput that rises from slice to slice, in most of the rounds that can tell', () => {
    const rates = [1000, 1100, 1200, 1300];
    const risingIn = (/** @type {number[]} */ rounds) => {
      const slices = [1, 2, 3, 4].flatMap((round) =>
        several(round === 4 ? 2 : 4, (index) => ({ round, jvmStartedMs: round, rps: rounds.includes(round) ? rates[index] : 1000 })),
      );
      return /** @type {any[]} */ (found('still-rising', { slices }));
    };
    assert.deepEqual(risingIn([1]), [], 'by chance');
    const [{ rises, ...rest }] = risingIn([1, 3]);
    assert.deepEqual(rest, { ...MVC, kind: 'still-rising', rounds: [1, 3], of: 3 });
    assert.ok(Math.abs(rises[0] - 300 / 1150) < 1e-9);
  });

  it('one that changed for good, with what else it did', () => {
    const slices = several(4, (index) => ({ cpuPer1000: index < 2 ? 0.4 : 0.6, jvmStartedMs: 7 }));
    const jvms = {
      mvc: {
        startedMs: 7,
        restartedBefore: null,
        readySeconds: 2,
        restRssBytes: 1,
        majorFaults: 3,
        compilerCpuMs: 900,
        compilerWaitMs: null,
      },
    };
    const [{ factor, ...rest }] = /** @type {any[]} */ (found('jvm-changed', { slices, sequences: [sequence({ jvms })] }));
    const facts = { majorFaults: 3, compilerCpuMs: 900, compilerWaitMs: null };
    assert.deepEqual(rest, { ...MVC, kind: 'jvm-changed', round: 1, block: 3, earlier: 2, later: 2, facts });
    assert.ok(Math.abs(factor - 1.5) < 1e-9);
  });

  it('not two JVMs that differ', () => {
    const slices = several(4, (index) => ({ cpuPer1000: index < 2 ? 0.4 : 0.6, jvmStartedMs: index < 2 ? 7 : 8 }));
    assert.deepEqual(found('jvm-changed', { slices }), []);
  });

  it('warm-ups that never became steady', () => {
    const warmup = {
      scenario: 'read',
      vus: [100],
      quotaLifted: true,
      limitInTurn: true,
      seconds: 30,
      perSecond: [1],
      compilingShare: null,
    };
    const sequences = [false, true, true].map((steady, index) => sequence({ round: index + 1, warmups: { mvc: { ...warmup, steady } } }));
    assert.deepEqual(found('never-steady', { slices: several(1), sequences }), [{ ...MVC, kind: 'never-steady', rounds: [1], of: 3 }]);
    assert.equal(/** @type {any} */ (found('warm-ups', { slices: several(1), sequences })[0]).warmUps, 3);
    const cold = found('no-warm-up', { slices: [...several(1), validSlice({ target: 'mvc-vt' })], sequences });
    assert.deepEqual(cold, [{ ...MVC, target: 'mvc-vt', kind: 'no-warm-up' }]);
  });
});

describe('findings about sequences', () => {
  it('that failed or are pending', () => {
    const of = { scope: 'sequence', scenario: 'read', round: 1, part: 1 };
    const failed = sequence({}, { state: 'failed', reason: 'k6 ended with 107' });
    assert.deepEqual(found('failed', { sequences: [failed] }), [{ ...of, kind: 'failed', reason: 'k6 ended with 107' }]);
    const pending = sequence({}, { state: 'pending', sequence: null });
    assert.deepEqual(found('pending', { sequences: [pending] }), [{ ...of, kind: 'pending' }]);
  });

  it('whose checks failed, but for those that are judged again from the files', () => {
    const checks = [
      { name: 'generator', ok: false, detail: 'too much' },
      { name: 'idle before', ok: false, detail: '1 request in flight' },
    ];
    assert.deepEqual(found('check-failed', { sequences: [sequence({ checks })] }), [
      {
        scope: 'sequence',
        scenario: 'read',
        round: 1,
        part: 1,
        kind: 'check-failed',
        name: 'idle before',
        detail: '1 request in flight',
      },
    ]);
  });

  it('whose files are missing', () => {
    const files = ['http.hlog: no such file'];
    assert.deepEqual(found('files-missing', { sequences: [sequence({}, { missing: files })] }), [
      { scope: 'sequence', scenario: 'read', round: 1, part: 1, kind: 'files-missing', files },
    ]);
  });

  it('do not make a scenario an interrupted one: blocks are compared within themselves', () => {
    const cells = [0, 100_000].map((ms, index) => {
      const target = ['mvc', 'mvc-vt'][index];
      const cell = validCell({ target, startMs: Date.parse('2026-11-21T09:30:00.000Z') + ms });
      return {
        planned: { ...PLANNED, target },
        state: 'ok',
        cell,
        stages: [],
        littlesLaw: [],
        stillRising: [],
        voids: [],
        missing: [],
        steady: true,
      };
    });
    const run = validRun({ targets: ['mvc', 'mvc-vt'], resumedAt: ['2026-11-21T09:31:00.000Z'] });
    const made = { run, cells: /** @type {any[]} */ (cells), sequences: [], slices: several(1) };
    assert.deepEqual(found('interrupted-scenario', made), []);
    assert.equal(found('interrupted-scenario', { ...made, blocks: [] }).length, 1);
  });
});

describe('throughput and CPU per request', () => {
  const figures = {
    scenario: 'read',
    target: 'mvc-vt',
    stage: 0,
    vus: 100,
    rounds: 3,
    blocks: 9,
    pValue: 0.001,
    adjustedP: 0.001,
    family: 1,
    roundRatios: [],
  };
  /** @param {number} throughput @param {number} cpu @param {string} [kind] bottleneck of the slices */
  const contradictions = (throughput, cpu, kind = 'target CPU') => {
    const of = (/** @type {'throughput' | 'cpu'} */ metric, /** @type {number} */ ratio) =>
      /** @type {const} */ ({ ...figures, metric, kind: 'same', because: null, ratio, low: ratio * 0.95, high: ratio * 1.05 });
    const slices = ['mvc', 'mvc-vt'].map((target) => validSlice({ target, kind }));
    return found('metrics-contradict', { slices, comparisons: [of('throughput', throughput), of('cpu', cpu)] });
  };

  it('contradict each other where the faster one takes more CPU, and the slower one has none left', () => {
    const [only] = /** @type {any[]} */ (contradictions(1.2, 1.1));
    assert.deepEqual([only.target, only.throughput.ratio, only.cpu.ratio], ['mvc-vt', 1.2, 1.1]);
    assert.equal(contradictions(0.8, 0.9).length, 1);
    assert.deepEqual(contradictions(1.2, 1.1, 'connection pool'), [], 'something else decided');
    assert.deepEqual(contradictions(1.2, 0.9), []);
    assert.deepEqual(contradictions(1.2, 1.04), [], 'inside its interval');
  });
});

describe('rounds of blocks', () => {
  it('that differ by more than 30 % are found in the pooled slices', () => {
    const slices = [1000, 1400].flatMap((rps, index) => several(2, () => ({ round: index + 1, rps })));
    const [only] = /** @type {any[]} */ (found('rounds-differ', { slices }));
    assert.deepEqual([only.target, only.ratio, only.rpsByRound], ['mvc', 1.4, [1000, 1400]]);
  });
});
