/** The sentences of the report, each of one finding. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WORDS, type FindingOf, type WordsOf } from '../../../report/words/findings/index.ts';
import { namesOf } from '../../../report/words/names.ts';
import { atMostText, sampleText } from '../../../report/words/verdicts.ts';
import { discardedSliceText } from '../../../report/words/discarded.ts';
import { spentText } from '../../../report/words/activities.ts';
import { validRun } from '../../fixtures/records.ts';
import type { Kind } from '../../../analyse/findings/types.ts';
import type { DiscardReason } from '../../../analyse/slice/health.ts';

const RUN = validRun();
const NAMES = namesOf({ ...RUN, machine: { ...RUN.machine, cores: 4 } });
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' } as const;
const READ = { scope: 'scenario', scenario: 'read' } as const;
const PART = { scope: 'part', scenario: 'read', round: 2, number: 1 } as const;
const OF_RUN = { scope: 'run' } as const;

function said<K extends Kind>(finding: FindingOf<K>): { title?: string; text?: string; items?: string[]; statements?: string[] } {
  const all = WORDS as unknown as Record<Kind, WordsOf<any>>;
  const words = all[finding.kind];
  const caveat = words.caveat?.([finding], NAMES);
  return {
    ...(caveat ? { title: caveat.title, items: caveat.items } : {}),
    ...(words.statements ? { statements: words.statements([finding], NAMES) } : {}),
  };
}

const OTHERS: DiscardReason = { kind: 'other processes', share: 0.31, stolenShare: null, interruptsShare: null, vus: 300, limitShare: 0.1 };
const GENERATOR: DiscardReason = { kind: 'generator overused', used: 0.9, share: 1, vus: 300, limitShare: 0.8 };
const PROCESSES = [
  { name: 'chrome', cores: 0.72 },
  { name: 'idea', cores: 0.48 },
];

describe('parts', () => {
  it('that failed or were not measured are named', () => {
    assert.deepEqual(said({ ...PART, kind: 'failed', reason: 'k6 ended with 107' }), {
      title: '1 measurement of the run failed.',
      items: ['read · round 2 · measurement 1: k6 ended with 107'],
    });
    assert.deepEqual(said({ ...PART, number: 2, kind: 'pending' }), {
      title: '1 measurement of the run not made.',
      items: ['read · round 2 · measurement 2'],
    });
  });

  it('with a failed check or a missing file are named with it', () => {
    assert.deepEqual(said({ ...PART, kind: 'check-failed', name: 'idle before', detail: '3 in flight' }), {
      title: '1 check failed.',
      items: ['read · round 2 · measurement 1: idle before (3 in flight)'],
    });
    assert.deepEqual(said({ ...PART, kind: 'files-missing', files: ['http.hlog: no such file'] }), {
      title: '1 measurement of the run with missing or broken files.',
      items: ['read · round 2 · measurement 1: http.hlog: no such file'],
    });
  });
});

describe('discarded slices', () => {
  it('are named at once on the terminal, with who disturbed them', () => {
    const slice = { scenario: 'read', round: 2, block: 3, target: 'mvc-vt', others: PROCESSES };
    assert.equal(
      discardedSliceText({ ...slice, reason: OTHERS }, { cores: 4 }),
      'discarded: read, round 2, block 3, mvc-vt: other processes used 31 % of the machine (chrome 18 %, idea 12 %)',
    );
    assert.equal(
      discardedSliceText({ ...slice, reason: { kind: 'overlap', seconds: 2 } }, { cores: 4 }),
      'discarded: read, round 2, block 3, mvc-vt: requests of the slice before it were still in flight 2.00 s after its start',
    );
  });

  it('are counted by reason in the report', () => {
    const counts = { ...MVC, kind: 'discarded' as const, of: 15, others: PROCESSES };
    assert.deepEqual(said({ ...counts, slices: 3, cpuCounts: 3, reasons: [{ reason: OTHERS, slices: 3 }] }), {
      title: '3 slices are discarded.',
      items: ['read · MVC: 3 of 15 slices (other processes: chrome 18 %, idea 12 %); CPU per request counts'],
    });
    const reasons = [
      { reason: OTHERS, slices: 3 },
      { reason: GENERATOR, slices: 1 },
    ];
    const both = said({ ...counts, slices: 4, cpuCounts: 3, reasons });
    assert.deepEqual(both.items, [
      'read · MVC: 4 of 15 slices (other processes in 3: chrome 18 %, idea 12 %; load generator was the bottleneck in 1); CPU per request counts in 3 of them',
    ]);
    const one = said({ ...counts, slices: 1, cpuCounts: 0, others: [], reasons: [{ reason: GENERATOR, slices: 1 }] });
    assert.deepEqual(one, { title: '1 slice is discarded.', items: ['read · MVC: 1 of 15 slices (load generator was the bottleneck)'] });
  });
});

describe('slices', () => {
  it('with failed requests are counted', () => {
    assert.deepEqual(said({ ...MVC, kind: 'failed-requests', slices: 2, failed: 28, requests: 3500 }), {
      title: 'Requests failed in slices of 1 target.',
      items: ['read · MVC: 28 of 3,500 requests failed (0.8 %), in 2 slices'],
    });
  });

  it('in which compilers or the garbage collector were at work are counted', () => {
    assert.deepEqual(said({ ...MVC, kind: 'compilers-at-work', slices: 2, of: 15, compilingShare: 0.25 }), {
      title: 'Compilers were at work in slices of 1 target.',
      items: ['read · MVC: in 2 of 15 slices, 25 % of the time'],
    });
    assert.deepEqual(said({ ...MVC, kind: 'gc-pauses', slices: 2, of: 15, gcPauseShare: 0.127 }), {
      title: 'Pauses for garbage collection took more than 10 % of slices of 1 target.',
      items: ['read · MVC: in 2 of 15 slices, 12.7 % of the time'],
    });
  });

  it("in which Little's law is off are counted with the users that it gives", () => {
    const off = { ...MVC, kind: 'littles-law-off' as const, of: 15, vus: 300 };
    assert.deepEqual(said({ ...off, slices: 2, users: [250.04, 261] }), {
      title: "Little's law is off by more than 3 % in slices of 1 target without an explanation.",
      items: ['read · MVC at 300 users: the law gives 250.0 to 261.0 users in 2 of 15 slices'],
    });
    assert.match(String(said({ ...off, slices: 1, users: [250.04] }).items), /the law gives 250\.0 users in 1 of 15 slices$/);
  });

  it('over which throughput rose are named by their rounds, and so are warm-ups that never became steady', () => {
    assert.deepEqual(said({ ...MVC, kind: 'still-rising', rounds: [1, 3], of: 3, rises: [0.12, 0.081] }), {
      title: 'Throughput rose from slice to slice for 1 target.',
      items: ['read · MVC: by 12 % in round 1 and by 8.1 % in round 3'],
    });
    assert.deepEqual(said({ ...MVC, kind: 'never-steady', rounds: [2], of: 3 }), {
      title: 'Warm-ups never became steady for 1 target.',
      items: ['read · MVC: in 1 of 3 rounds'],
    });
  });

  it('that InfluxDB was not asked about, and targets that used CPU without load', () => {
    assert.deepEqual(said({ ...READ, kind: 'no-live-data', slices: 12, of: 60 }), {
      title: '12 slices without live data in InfluxDB.',
      items: ['read: 12 of 60'],
    });
    assert.deepEqual(said({ ...READ, kind: 'idle-targets', cores: 0.081, targets: 3 }).statements, [
      'Beside the target under load, the 3 idle ones together used 0.081 cores on average.',
    ]);
  });
});

describe('a JVM that changed', () => {
  const changed = { ...MVC, kind: 'jvm-changed' as const, round: 2, block: 6, factor: 1.45, earlier: 5, later: 4 };

  it('is named with its block, by how much, and what the system told of it', () => {
    assert.deepEqual(said({ ...changed, facts: { majorFaults: 0, compilerCpuMs: 1240, compilerWaitMs: 330 } }), {
      title: '1 JVM changed for good within a round.',
      items: [
        'read · MVC · round 2: CPU per request ×1.45 from block 6 on (5 slices before, 4 after); from the first slice to the last: 0 major page faults, ' +
          '1.2 s of CPU used by its compilers and 0.3 s that they waited for a CPU',
      ],
    });
  });

  it('is named without what was not recorded', () => {
    const facts = { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null };
    for (const each of [facts, null]) {
      assert.deepEqual(said({ ...changed, facts: each }).items, [
        'read · MVC · round 2: CPU per request ×1.45 from block 6 on (5 slices before, 4 after)',
      ]);
    }
  });
});

describe('a run', () => {
  it('with too few rounds says how many are needed', () => {
    const few = { ...OF_RUN, kind: 'few-rounds' as const, needed: 3 };
    assert.equal(said({ ...few, least: 1, most: 1, isSingle: true }).title, 'Indicative: 1 round, no verdict.');
    assert.equal(
      said({ ...few, least: 2, most: 3, isSingle: false }).title,
      'Indicative in part: 2 to 3 rounds, no verdict with fewer than 3.',
    );
  });

  it('on a machine that was not equally fast says by what measure', () => {
    assert.deepEqual(said({ ...OF_RUN, kind: 'machine-speed', measure: 'memory', mediansNs: [110, 250] }).items, [
      'a memory access, median of each round: 110.0, 250.0 ns',
    ]);
  });
});

describe('what is said of a scenario beside its verdicts', () => {
  it('is how its JVMs were warmed up', () => {
    const warmUps = { ...READ, kind: 'warm-ups' as const, warmUps: 3, leastSeconds: 8, mostSeconds: 30, vus: [300] };
    assert.deepEqual(said({ ...warmUps, otherScenarios: [], limit: 'lifted', steady: 2 }).statements, [
      'Warm-up of each new JVM: 8 to 30 s at 300 users, CPU limit lifted; warm at the end in 2 of 3.',
    ]);
    assert.deepEqual(said({ ...warmUps, leastSeconds: 30, otherScenarios: ['simple'], limit: 'in turn', steady: 3 }).statements, [
      'Warm-up of each new JVM: 30 s at 300 users, with requests of simple, without the CPU limit and then under it; warm at the end in 3 of 3.',
    ]);
  });

  it('is in how many slices Little’s law holds, how many samples are there and which checks passed', () => {
    const law = { ...READ, kind: 'littles-law' as const, plateaus: 5, generatorPlateaus: 0 };
    assert.deepEqual(said({ ...law, valid: 3, explained: 1, unexplained: 1 }).statements, [
      "Little's law (users = iterations/s × mean duration) holds within 3 % in 3 of 5 slices; 1 more has requests that were never answered, or a busy generator; 1 is not explained.",
    ]);
    assert.deepEqual(said({ ...READ, kind: 'scrapes', ok: 21, expected: 22, leastShare: 0.9 }).statements, [
      'Scrapes: 95.5 % of the expected 1 s samples are there, at least 90 % in every slice.',
    ]);
    assert.deepEqual(said({ ...READ, kind: 'checks', checks: 4, failed: 1 }).statements, ['1 of 4 checks of the measurement failed.']);
  });

  it('is how long after the load the last answers came, and what the downstream service took', () => {
    assert.deepEqual(said({ ...MVC, kind: 'late-answers', seconds: 75 }).statements, [
      "Requests piled up: the last answers came after the end of the load, up to 75 s later on MVC. No slice counts them, but the users' time counts in every slice.",
    ]);
    const delay = { ...READ, kind: 'downstream-delay' as const, leastMs: 10.52, mostMs: 10.94, requestedMs: 10 };
    assert.deepEqual(said({ ...delay, cpuShare: 0.2 }).statements, [
      'The downstream service took 10.5 to 10.9 ms where 10 ms were requested. It used at most 20 % of the CPU available to it.',
    ]);
  });

  it('is which rounds differ, and who used hardly any CPU', () => {
    assert.deepEqual(said({ ...MVC, kind: 'rounds-differ', ratio: 4.084, rpsByRound: [1320, 5391] }), {
      title: 'Rounds differ by more than 30 % for 1 target.',
      items: ['read · MVC: 1,320, 5,391 requests/s'],
    });
    assert.match(String(said({ ...MVC, kind: 'little-cpu', cores: 0.0147 }).statements), /^Hardly any CPU was used \(MVC 0\.015 cores\)\./);
  });
});

describe('contradictions', () => {
  it('between requests/s and CPU per request are shown with both intervals', () => {
    const throughput = { ratio: 1.1, low: 1.05, high: 1.15 };
    const cpu = { ratio: 1.08, low: 1.02, high: 1.14 };
    assert.deepEqual(said({ ...MVC, kind: 'metrics-contradict', throughput, cpu }), {
      title: 'Requests/s and CPU per request contradict each other for 1 target.',
      items: ['read · MVC: requests/s ×1.10 [1.05, 1.15], CPU per request ×1.08 [1.02, 1.14]'],
    });
  });
});

describe('numbers of blocks', () => {
  it('are rounds × blocks where each round has as many', () => {
    assert.equal(sampleText({ rounds: 3, blocks: 15 }), '3 rounds × 5 blocks');
    assert.equal(sampleText({ rounds: 3, blocks: 14 }), '14 blocks in 3 rounds');
    assert.equal(sampleText({ rounds: 0, blocks: 0 }), 'no valid block');
    assert.equal(sampleText({ rounds: 6, blocks: null }), '6 rounds');
  });

  it('bound a difference from above', () => {
    assert.deepEqual([0.11, 0.1101, 0.0301, 0.03, 0].map(atMostText), ['±11 %', '±12 %', '±3.1 %', '±3 %', '±0 %']);
  });

  it('say what the time went into, and what took little of it together', () => {
    assert.equal(
      spentText({ blocks: 600, 'warm-ups': 300, 'jvm-starts': 80, preparation: 10, 'set-up': 10 }),
      '16 min 40 s: 60 % measured load, 30 % warm-ups, 8 % JVM starts, 2 % other',
    );
    assert.equal(spentText({}), null);
  });
});
