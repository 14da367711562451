import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parseHlog } from '../../../record/hlog.ts';
import { observations } from '../../../analyse/bottleneck/observations.ts';
import { tooFastFor, discardReasons } from '../../../analyse/slice/health.ts';
import { readCatalogue, type Scenario } from '../../../record/catalogue.ts';
import { parseProcessesCsv, parseServerCsv } from '../../../record/samples.ts';
import { discardText } from '../../../report/words/discarded.ts';
import { hlogText, interval, processesCsv, seriesCsv } from '../../fixtures/bundle-files.ts';
import { recordedInstance, recordedSlice, validCircumstances, validPart, validRollup, validRun } from '../../fixtures/records.ts';
import { validSlice } from '../../fixtures/slices.ts';
import type { StageFigures } from '../../../analyse/types.ts';
import type { Run } from '../../../record/run.ts';
import type { RawSlice } from '../../../analyse/slice/view.ts';
import type { Part, MeasuredPart } from '../../../record/part.ts';

const S = 1_700_000_000;
const MS = S * 1000;

/** Two cores; of the ten seconds of the slice the generator used 5 s and the target 5 s. */
function processes(cpuSeconds: Partial<Record<string, number>> = {}) {
  const used = { generator: 5, target: 5, database: 0, machine: 10, ...cpuSeconds };
  const rows = Object.entries(used).flatMap(([name, seconds]) => [
    [MS, name, 100, 0] as [number, string, number, number],
    [MS + 10_000, name, 100 + Number(seconds), 0] as [number, string, number, number],
  ]);
  return parseProcessesCsv(processesCsv(rows));
}

function requests(ok: number, failed: number) {
  return parseHlog(hlogText([interval(S, 'read.ok', ok), interval(S, 'read.failed', failed)]));
}

/** @param k6 requests that it counted */
function raw(other: Partial<RawSlice> = {}, record: Partial<Part> = {}, k6 = 10_000): RawSlice {
  const part = validPart({ databaseRtt: null, ...record }) as MeasuredPart;
  return {
    ...{ scenario: 'read', target: 'mvc', part, slice: recordedSlice({ startMs: MS, seconds: 10, requests: k6 }) },
    ...{ requests: requests(10_000, 0), processes: processes(), server: null, downstream: null, rollup: null, ...other },
  };
}

type Cores = Record<string, number>;

/** `scenario`: traits of `read`; `limits` and `refused`: of the run; `stage`: what was measured */
type Made = {
  cores?: Cores;
  scenario?: Partial<Scenario>;
  limits?: Partial<Run['limits']>;
  refused?: Run['refused'];
  stage?: Partial<StageFigures>;
};

const circumstances = validCircumstances();
const catalogue = readCatalogue();

/** Ten users, two cores. @returns what health is judged by */
function judged(view: RawSlice, { cores = { generator: 0.5, machine: 1 }, scenario, limits, refused = {}, stage }: Made) {
  const scenarios = { read: { ...catalogue.scenarios.read, ...scenario } };
  const run = validRun({ catalogue: { ...catalogue, scenarios }, limits: { ...circumstances.limits, ...limits }, refused });
  const own = { ...validSlice().stage, vus: 10, processCores: cores, ...stage };
  return [view, { stage: own, observed: observations(view, own, run), requestThreads: 200, databaseRttMs: null }, run] as const;
}

/** @returns latencies of which only the mean is looked at */
const meanOf = (mean: number) => ({ ...validSlice().stage.latency, mean });

const began = (...starts: number[]) => raw({}, { generators: starts.map((startMs) => recordedInstance({ startMs })) });
const withClock = (clockOffsetMs: number | null, clockErrorMs: number) =>
  raw({}, { generators: [recordedInstance({ name: 'k6-2', link: { clockOffsetMs, clockErrorMs, rttMs: 0.2 } })] });
const dropping = (account: object) => raw({ rollup: validRollup(account) });
const failing = (failed: number) => raw({ requests: requests(10_000 - failed, failed) });

/** Cores of processes that are watched throughout. */
const WATCHED = { generator: 0.5, target: 0.5, database: 0 };
const beside = (cores: Cores): [RawSlice, Made] => [raw({ processes: processes(cores) }), { cores: { ...WATCHED, ...cores } }];

const expecting = (failedShare: number): Made => ({ scenario: { expect: { status: 200, failedShare } } });
const HALF = { limits: { generatorCpus: 0.5 } };

/** A downstream service that answered 1,000 calls on the plateau (from 1 s to 10 s), in so many seconds. */
function answers(seconds: number) {
  const [count, sum] = ['http_server_requests_seconds_count', 'http_server_requests_seconds_sum'];
  const series = {
    [`${count}{status=200;uri=/delay}`]: { 1: 50, 10: 1050 },
    [`${sum}{status=200;uri=/delay}`]: { 1: 7, 10: 7 + seconds },
    [`${count}{status=200;uri=/actuator/health}`]: { 1: 1, 10: 900 },
    [`${sum}{status=200;uri=/actuator/health}`]: { 1: 0, 10: 90 },
  };
  return parseServerCsv(seriesCsv(MS, series));
}

/** Two calls of 10 ms in each request. */
const CALLS: Partial<Scenario> = { needs: ['downstream'], calls: { mode: 'sequential', delaysMs: [10, 10] } };

type Calling = { seconds?: number | null; cores?: Cores; meanMs?: number; limits?: Made['limits'] };

/** @param made `seconds`: that the service took for 1,000 answers, null: not recorded; `meanMs`: of a request */
function calling({ seconds = 11, cores = { downstream: 0.3 }, meanMs = 30, limits }: Calling): [RawSlice, Made] {
  const view = raw({ downstream: seconds === null ? null : answers(seconds) });
  return [view, { scenario: CALLS, cores: { generator: 0.2, machine: 1, ...cores }, limits, stage: { latency: meanOf(meanMs) } }];
}

const limitedTo = (cpus: number) => ({
  containers: [{ service: 'downstream', image: 'downstream', digest: 'sha256', cpus, memoryBytes: null }],
});

/** By what is looked at: it counts, but for the REASONS. */
const JUDGED: Record<string, [of: RawSlice, made?: Made]> = {
  'nothing speaks against it': [raw()],
  'a generator whose clock was wrong for certain': [withClock(-70, 10)],
  'a clock that may have been right: the question took 60 ms': [withClock(70, 30)],
  'a clock that is not known': [withClock(null, 0)],
  'a generator that used 80 % of what the others left it: 1.2 of 1.5': [raw(), { cores: { generator: 1.2, machine: 1.7 } }],
  'a generator that used more than that': [raw(), { cores: { generator: 1.21, machine: 1.71 } }],
  'a generator that used more than 80 % of what it is given': [raw(), { ...HALF, cores: { generator: 0.41, machine: 1 } }],
  'generators that together used 80 %': [raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.6, machine: 1.7 } }],
  'generators that together used more': [raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.61, machine: 1.71 } }],
  'one of them near its own limit': [raw(), { ...HALF, cores: { 'generator 1': 0.1, 'generator 2': 0.41, machine: 1 } }],
  'a generator whose CPU is not known': [raw(), { cores: {} }],
  'generators whose load began 100 ms apart': [began(MS, MS + 100)],
  'generators whose load began further apart': [began(MS + 1, MS + 102, MS)],
  'a rollup output that dropped points': [dropping({ pointsDropped: 3 })],
  'a rollup output that could not write its log': [dropping({ hlogError: 'no space left' })],
  'a rollup output that did all': [dropping({})],
  'processes that are not of the run and used 0.2 of 2 cores': beside({ machine: 1.2 }),
  'others that used more': beside({ machine: 1.24 }),
  'others, and the hypervisor and interrupts with them': beside({ machine: 1.24, interrupts: 0.04, stolen: 0.16 }),
  'others, while a process of the run was not there throughout': [raw(), { cores: { generator: 0.5, target: 0.5, machine: 1.3 } }],
  '1 of 1,000 requests failed, and the scenario does not say how many may': [failing(10)],
  'more failed': [failing(11)],
  'as many failed as the scenario expects': [failing(11), expecting(0.5)],
  'one failed where none may': [failing(1), expecting(0)],
  'k6 counted other requests than its log holds, as it reads now': [raw({}, {}, 10_001)],
  'a target that the verification refused': [raw(), { refused: { mvc: 'answers 500' } }],
  'several reasons at once': [raw({ rollup: validRollup({ pointsDropped: 1 }) }, {}, 10_001)],
  'a service that had CPU left and took what it was asked to take: 11 ms for 10 ms': calling({}),
  'a service that used 80 % of what the others left it': calling({ cores: { downstream: 1.05, machine: 1.5 } }),
  'a service that used more than that: 2 − (1.7 − 1.25) = 1.55 cores': calling({ cores: { downstream: 1.25, machine: 1.7 } }),
  'a service that used more than 80 % of what its container has': calling({ limits: limitedTo(0.3) }),
  'a service that was late by a fifth': calling({ seconds: 12 }),
  'a service that was later, by more than a tenth of a request': calling({ seconds: 12.5 }),
  'a service that was later, by a tenth of a request: 2 × 2.5 of 50 ms': calling({ seconds: 12.5, meanMs: 50 }),
  'a service: its answers were not recorded': calling({ seconds: null }),
  'a service: its CPU was not recorded': calling({ cores: {} }),
};

/** Of all that does not count. */
const REASONS = `a generator whose clock was wrong for certain → the clock of k6-2 was -70 ms off the runner's, more than 50 ms
a generator that used more than that → the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %
a generator that used more than 80 % of what it is given → the generator used 0.41 of its 0.50 cores at 10 users, more than 80 %
generators that together used more → the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %
one of them near its own limit → generator 2 used 0.41 of its 0.50 cores at 10 users, more than 80 %
a generator whose CPU is not known → the generator's share of the CPU was not recorded
generators whose load began further apart → the load of the 3 k6 began 102 ms apart, more than 100 ms
a rollup output that dropped points → the rollup output dropped 3 points
a rollup output that could not write its log → the rollup output could not write its log: no space left
others that used more → other processes used 12 % of the machine at 10 users, more than 10 %
others, and the hypervisor and interrupts with them → other processes used 12 % of the machine (with 8 % that the hypervisor took and up to 2 % of interrupts) at 10 users, more than 10 %
more failed → 11 of 10000 requests failed, more than the scenario expects (0.1 %)
one failed where none may → 1 of 10000 requests failed, more than the scenario expects (0 %)
k6 counted other requests than its log holds, as it reads now → k6 counted 10001 requests, http.hlog holds 10000
a target that the verification refused → the verification refused the target: answers 500
several reasons at once → the rollup output dropped 1 points; k6 counted 10001 requests, http.hlog holds 10000
a service that used more than that: 2 − (1.7 − 1.25) = 1.55 cores → Downstream used 1.25 of its 1.55 cores at 10 users, more than 80 %
a service that used more than 80 % of what its container has → Downstream used 0.30 of its 0.30 cores at 10 users, more than 80 %
a service that was later, by more than a tenth of a request → Downstream took 12.5 ms at 10 users where 10 ms were requested
a service: its answers were not recorded → the answers of Downstream were not recorded: whether it was the limit is not known
a service: its CPU was not recorded → the CPU of Downstream was not recorded: whether it was the limit is not known`;

test('a slice counts, or is discarded for a reason', () => {
  const found = Object.entries(JUDGED).flatMap(([name, [view, made = {}]]) => {
    const reasons = discardReasons(...judged(view, made)).map(discardText);
    return reasons.length > 0 ? [`${name} → ${reasons.join('; ')}`] : [];
  });
  assert.equal(found.join('\n'), REASONS);
});

describe('a slice that other processes disturbed', () => {
  /** @param rps of 200 threads */
  const discardedFor = (vus: number, rps: number, { scenario = { waitMs: 1000 }, cores = {} }: Made = {}) => {
    const made = { scenario, cores: { ...WATCHED, machine: 1.4, ...cores }, stage: { vus, rps } };
    return discardReasons(...judged(raw(), made)).map(({ kind }) => kind);
  };

  it('counts where its throughput is what arithmetic predicts, within 3 %', () => {
    assert.deepEqual([discardedFor(100, 100), discardedFor(300, 200), discardedFor(100, 98), discardedFor(300, 205)], [[], [], [], []]);
  });

  it('is discarded where it is less, where nothing is predicted, and where something else speaks against it', () => {
    assert.deepEqual([discardedFor(300, 180), discardedFor(100, 90)], [['other processes'], ['other processes']]);
    assert.deepEqual(discardedFor(300, 200, { scenario: {} }), ['other processes']);
    assert.deepEqual(discardedFor(300, 200, { cores: { generator: 1.9, target: 0, machine: 1.9 } }), ['generator overused']);
  });
});

describe('a target', () => {
  const of = (cores: Cores) =>
    tooFastFor(
      ...judged(raw({ processes: processes({ downstream: 1 }), downstream: answers(11) }), {
        cores,
        scenario: CALLS,
        stage: { latency: meanOf(30) },
      }),
    );
  const quiet = { ...WATCHED, generator: 0.2, downstream: 0.3, machine: 1 };

  it('is too fast for the generator, or for the downstream service', () => {
    // 2 − (1.7 − 1.21) = 1.51 cores for the generator, 2 − (1.7 − 1.2) = 1.5 for the downstream service.
    assert.equal(of({ ...quiet, generator: 1.21, target: 0.19, machine: 1.7 }), 'generator');
    assert.equal(of({ ...quiet, target: 0.3, downstream: 1.21, machine: 1.71 }), 'downstream service');
    assert.equal(of(quiet), null);
  });

  it('was not too fast where others left the generator so little', () => {
    assert.equal(of({ ...quiet, generator: 0.7, machine: 1.9 }), null, '0.7 of 0.8 cores, and 0.4 of nobody’s');
  });
});
