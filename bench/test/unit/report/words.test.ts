/** The sentences of the report: each of one finding, and those about a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caveats, statements } from '../../../report/words/findings/index.ts';
import { atMostText, sampleText } from '../../../report/words/verdicts.ts';
import { discardedSliceText } from '../../../report/words/discarded.ts';
import { spentText, continuationText, outlookText, soFarText, type Outlook } from '../../../report/words/ratios/outlook.ts';
import { headingOf, questionOf } from '../../../report/words/ratios/top.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { plannedPart, validRun } from '../../fixtures/records.ts';
import type { Finding } from '../../../analyse/findings/types.ts';
import type { DiscardReason } from '../../../analyse/slice/health.ts';

const RUN = validRun();
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' } as const;
const READ = { scope: 'scenario', scenario: 'read' } as const;
const PART = { scope: 'part', scenario: 'read', round: 2, number: 1 } as const;
const OF_RUN = { scope: 'run' } as const;

const figuresWith = (...findings: Finding[]) => ({ run: { ...RUN, machine: { ...RUN.machine, cores: 4 } }, findings });

const OTHERS: DiscardReason = { kind: 'other processes', share: 0.31, stolenShare: null, interruptsShare: null, vus: 300, limitShare: 0.1 };
const ONE_BUSY = { reason: { kind: 'generator overused', used: 0.9, share: 1, vus: 300, limitShare: 0.8 } as DiscardReason, slices: 1 };
const PROCESSES = [
  { name: 'chrome', cores: 0.72 },
  { name: 'idea', cores: 0.48 },
];
const DISCARDED = { ...MVC, kind: 'discarded', of: 15, others: PROCESSES } as const;
const OFF = { ...MVC, kind: 'littles-law-off', of: 15, vus: 300 } as const;
const CHANGED = { ...MVC, kind: 'jvm-changed', round: 2, block: 6, factor: 1.45, earlier: 5, later: 4 } as const;
const FEW = { ...OF_RUN, kind: 'few-rounds', needed: 3 } as const;

const IN_THE_BOX: Finding[] = [
  { ...PART, kind: 'failed', reason: 'k6 ended with 107' },
  { ...PART, number: 2, kind: 'pending' },
  { ...PART, kind: 'check-failed', name: 'idle before', detail: '3 in flight' },
  { ...PART, kind: 'files-missing', files: ['http.hlog: no such file'] },
  { ...DISCARDED, slices: 3, cpuCounts: 3, reasons: [{ reason: OTHERS, slices: 3 }] },
  { ...DISCARDED, slices: 4, cpuCounts: 3, reasons: [{ reason: OTHERS, slices: 3 }, ONE_BUSY] },
  { ...DISCARDED, slices: 1, cpuCounts: 0, others: [], reasons: [ONE_BUSY] },
  { ...MVC, kind: 'failed-requests', slices: 2, failed: 28, requests: 3500 },
  { ...MVC, kind: 'compilers-at-work', slices: 2, of: 15, compilingShare: 0.25 },
  { ...MVC, kind: 'gc-pauses', slices: 2, of: 15, gcPauseShare: 0.127 },
  { ...OFF, slices: 2, users: [250.04, 261] },
  { ...OFF, slices: 1, users: [250.04] },
  { ...MVC, kind: 'still-rising', rounds: [1, 3], of: 3, rises: [0.12, 0.081] },
  { ...MVC, kind: 'never-steady', rounds: [2], of: 3 },
  { ...READ, kind: 'no-live-data', slices: 12, of: 60 },
  { ...CHANGED, facts: { majorFaults: 0, compilerCpuMs: 1240, compilerWaitMs: 330 } },
  { ...CHANGED, facts: { majorFaults: null, compilerCpuMs: null, compilerWaitMs: null } },
  { ...CHANGED, facts: null },
  { ...FEW, least: 1, most: 1, isSingle: true },
  { ...OF_RUN, kind: 'machine-speed', measure: 'memory', mediansNs: [110, 250] },
  { ...MVC, kind: 'rounds-differ', ratio: 4.084, rpsByRound: [1320, 5391] },
  { ...MVC, kind: 'metrics-contradict', throughput: { ratio: 1.1, low: 1.05, high: 1.15 }, cpu: { ratio: 1.08, low: 1.02, high: 1.14 } },
];

const BOX = `Indicative: 1 round, no verdict.
1 measurement of the run failed.
- read · round 2 · measurement 1: k6 ended with 107
8 slices are discarded.
- read · MVC: 3 of 15 slices (other processes: chrome 18 %, idea 12 %); CPU per request counts
- read · MVC: 4 of 15 slices (other processes in 3: chrome 18 %, idea 12 %; load generator was the bottleneck in 1); CPU per request counts in 3 of them
- read · MVC: 1 of 15 slices (load generator was the bottleneck)
1 measurement of the run not made.
- read · round 2 · measurement 2
Requests failed in slices of 1 target.
- read · MVC: 28 of 3,500 requests failed (0.8 %), in 2 slices
1 check failed.
- read · round 2 · measurement 1: idle before (3 in flight)
12 slices without live data in InfluxDB.
- read: 12 of 60
Warm-ups never became steady for 1 target.
- read · MVC: in 1 of 3 rounds
Throughput rose from slice to slice for 1 target.
- read · MVC: by 12 % in round 1 and by 8.1 % in round 3
Compilers were at work in slices of 1 target.
- read · MVC: in 2 of 15 slices, 25 % of the time
Pauses for garbage collection took more than 10 % of slices of 1 target.
- read · MVC: in 2 of 15 slices, 12.7 % of the time
3 JVMs changed for good within a round.
- read · MVC · round 2: CPU per request ×1.45 from block 6 on (5 slices before, 4 after); from the first slice to the last: 0 major page faults, 1.2 s of CPU used by its compilers and 0.3 s that they waited for a CPU
- read · MVC · round 2: CPU per request ×1.45 from block 6 on (5 slices before, 4 after)
- read · MVC · round 2: CPU per request ×1.45 from block 6 on (5 slices before, 4 after)
Requests/s and CPU per request contradict each other for 1 target.
- read · MVC: requests/s ×1.10 [1.05, 1.15], CPU per request ×1.08 [1.02, 1.14]
Rounds differ by more than 30 % for 1 target.
- read · MVC: 1,320, 5,391 requests/s
The machine was not equally fast in all rounds.
- a memory access, median of each round: 110.0, 250.0 ns
Little's law is off by more than 3 % in slices of 2 targets without an explanation.
- read · MVC at 300 users: the law gives 250.0 to 261.0 users in 2 of 15 slices
- read · MVC at 300 users: the law gives 250.0 users in 1 of 15 slices
1 measurement of the run with missing or broken files.
- read · round 2 · measurement 1: http.hlog: no such file`;

test('the box at the top says what is to be known of a run, each kind of finding once', () => {
  const lines = caveats(figuresWith(...IN_THE_BOX)).flatMap(({ title, items }) => [title, ...items.map((item) => `- ${item}`)]);
  assert.equal(lines.join('\n'), BOX);
  const titleOf = (finding: Finding) => caveats(figuresWith(finding))[0].title;
  assert.equal(titleOf({ ...DISCARDED, slices: 1, cpuCounts: 0, reasons: [ONE_BUSY] }), '1 slice is discarded.');
  assert.equal(titleOf({ ...CHANGED, facts: null }), '1 JVM changed for good within a round.');
  const inPart = 'Indicative in part: 2 to 3 rounds, no verdict with fewer than 3.';
  assert.equal(titleOf({ ...FEW, least: 2, most: 3, isSingle: false }), inPart);
});

const WARM_UPS = { ...READ, kind: 'warm-ups', warmUps: 3, leastSeconds: 8, mostSeconds: 30 } as const;

const OF_A_SCENARIO: Finding[] = [
  { ...READ, kind: 'idle-targets', cores: 0.081, targets: 3 },
  { ...WARM_UPS, vus: [300], otherScenarios: [], limit: 'lifted', steady: 2 },
  { ...WARM_UPS, vus: [300], leastSeconds: 30, otherScenarios: ['simple'], limit: 'in turn', steady: 3 },
  { ...READ, kind: 'littles-law', plateaus: 5, generatorPlateaus: 0, valid: 3, explained: 1, unexplained: 1 },
  { ...READ, kind: 'scrapes', ok: 21, expected: 22, leastShare: 0.9 },
  { ...READ, kind: 'checks', checks: 4, failed: 1 },
  { ...MVC, kind: 'late-answers', seconds: 75 },
  { ...READ, kind: 'downstream-delay', leastMs: 10.52, mostMs: 10.94, requestedMs: 10, cpuShare: 0.2 },
  { ...MVC, kind: 'little-cpu', cores: 0.0147 },
];

const BESIDE = `Beside the target under load, the 3 idle ones together used 0.081 cores on average.
Warm-up of each new JVM: 8 to 30 s at 300 users, CPU limit lifted; warm at the end in 2 of 3.
Warm-up of each new JVM: 30 s at 300 users, with requests of simple, without the CPU limit and then under it; warm at the end in 3 of 3.
Little's law (users = iterations/s × mean duration) holds within 3 % in 3 of 5 slices; 1 more has requests that were never answered, or a busy generator; 1 is not explained.
Scrapes: 95.5 % of the expected 1 s samples are there, at least 90 % in every slice.
1 of 4 checks of the measurement failed.
Requests piled up: the last answers came after the end of the load, up to 75 s later on MVC. No slice counts them, but the users' time counts in every slice.
The downstream service took 10.5 to 10.9 ms where 10 ms were requested. It used at most 20 % of the CPU available to it.
Hardly any CPU was used (MVC 0.015 cores). Much of it went to scrapes, timers and compilers, so CPU per request does not show what a request costs.`;

test('beside the verdicts of a scenario stands what was found of it', () => {
  const said = OF_A_SCENARIO.map((finding) => statements(figuresWith(finding), 'read').join('\n'));
  assert.equal(said.join('\n'), BESIDE);
});

test('discarded slices are named at once on the terminal, with who disturbed them', () => {
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

test('blocks are rounds × blocks where each round has as many, and bound a difference from above', () => {
  assert.equal(sampleText({ rounds: 3, blocks: 15 }), '3 rounds × 5 blocks');
  assert.equal(sampleText({ rounds: 3, blocks: 14 }), '14 blocks in 3 rounds');
  assert.equal(sampleText({ rounds: 0, blocks: 0 }), 'no valid block');
  assert.equal(sampleText({ rounds: 6, blocks: null }), '6 rounds');
  assert.deepEqual([0.11, 0.1101, 0.0301, 0.03, 0].map(atMostText), ['±11 %', '±12 %', '±3.1 %', '±3 %', '±0 %']);
});

test('what the time went into is said, and what took little of it together', () => {
  const spent = { blocks: 600, 'warm-ups': 300, 'jvm-starts': 80, preparation: 10, 'set-up': 10 };
  assert.equal(spentText(spent), '16 min 40 s: 60 % measured load, 30 % warm-ups, 8 % JVM starts, 2 % other');
  assert.equal(spentText({}), null);
});

test('the heading of a report is the question that its targets put, or how many they are', () => {
  const questions = {
    'mvc-vt,mvc': 'Platform threads or virtual threads?',
    'mvc,webflux-r2dbc': 'Platform threads, virtual threads or WebFlux?',
    'mvc,mvc-jpa,mvc-jpa-vt': 'JPA or JdbcClient?',
    'mvc,mvc-jetty': 'Tomcat or Jetty?',
    mvc: '1 Spring stack under load',
    'mvc-jetty,mvc-jpa,webflux-r2dbc': '3 Spring stacks under load',
  };
  const asked = Object.keys(questions).map((targets) => questionOf(targets.split(',')));
  assert.deepEqual(asked, Object.values(questions));
  const catalogue = readCatalogue();
  assert.equal(headingOf({ targets: ['mvc', 'mvc-again'], calibrates: 'mvc', catalogue }), 'mvc against itself');
  const own = { ...catalogue, own: {} } as any;
  assert.equal(headingOf({ targets: ['plain', 'again'], catalogue: own }), '2 variants of a service under load');
});

const outlook: Outlook = { halfWidth: 0.248, withoutInterval: [], assumed: [], aim: 0.1, aimSeconds: 4150 };

test('what the budget gives, and what the aim takes, in words', () => {
  const near = { ...outlook, halfWidth: 0.07 };
  const outlooks: Outlook[] = [
    outlook,
    near,
    { ...near, aim: 0.05, aimSeconds: null },
    { ...outlook, halfWidth: null, withoutInterval: ['read'], assumed: ['block', 'round'] },
    { ...near, withoutInterval: ['read', 'create'], assumed: ['round'] },
  ];
  const said = `about ±25 %; ±10 % needs about 70 minutes
about ±7 %
about ±7 %; ±5 % needs more than a day
too few rounds for an interval; ±10 % needs about 70 minutes (not measured yet, assumed: 6 % between slices and 4 % between JVMs)
about ±7 %, no interval of read and create; ±10 % needs about 70 minutes (not measured yet, assumed: 4 % between JVMs)`;
  assert.deepEqual(outlooks.map(outlookText), said.split('\n').map((line) => `this machine and budget: ${line}`)); // prettier-ignore
});

test('how a run is continued, in words', () => {
  assert.equal(
    continuationText({ id: 'r1', aim: 0.1, seconds: 2650 }, 'make compare'),
    '±10 % needs about 45 minutes more: make compare RESUME=r1 BUDGET=45',
  );
  assert.equal(
    continuationText({ id: 'r1', aim: 0.025, seconds: null }, 'make sweep'),
    '±2.5 % needs more than a day: make sweep RESUME=r1 BUDGET=60',
  );
});

test('how far a run is, in words', () => {
  const of = (...parts: ReturnType<typeof plannedPart>[]) => soFarText({ parts });
  const [done, failed, open] = (['ok', 'failed', 'pending'] as const).map((state) => plannedPart({ round: 1, state }));
  assert.equal(of(done, failed, { ...open, round: 2 }), 'so far, after round 1');
  assert.equal(of(done, { ...done, round: 2 }, { ...open, round: 2 }), 'so far, in round 2');
  assert.equal(of(open), 'so far, in round 1');
});
