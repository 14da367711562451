import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

const reasons = (view: RawSlice, made: Made = {}) => discardReasons(...judged(view, made)).map(discardText);

const began = (...starts: number[]) => raw({}, { generators: starts.map((startMs) => recordedInstance({ startMs })) });
const withClock = (clockOffsetMs: number | null, clockErrorMs: number) =>
  raw({}, { generators: [recordedInstance({ name: 'k6-2', link: { clockOffsetMs, clockErrorMs, rttMs: 0.2 } })] });
const dropping = (account: object) => raw({ rollup: validRollup(account) });
const failing = (failed: number) => raw({ requests: requests(10_000 - failed, failed) });

/** Cores of processes that are watched throughout. */
const WATCHED = { generator: 0.5, target: 0.5, database: 0 };
const beside = (cores: Cores): [RawSlice, Made] => [raw({ processes: processes(cores) }), { cores: { ...WATCHED, ...cores } }];

const HALF = { limits: { generatorCpus: 0.5 } };

const JUDGED: Record<string, [of: [RawSlice, Made?], reason: string | null]> = {
  'where nothing speaks against it': [[raw()], null],
  'where the clock of a generator was wrong for certain': [
    [withClock(-70, 10)],
    "the clock of k6-2 was -70 ms off the runner's, more than 50 ms",
  ],
  'where the clock may have been right: the question took 60 ms': [[withClock(70, 30)], null],
  'where the clock is not known': [[withClock(null, 0)], null],
  'where no clock was measured': [[began(MS)], null],
  'where the generator used 80 % of what the others left it: 1.2 of 1.5': [[raw(), { cores: { generator: 1.2, machine: 1.7 } }], null],
  'where the generator used more than that': [
    [raw(), { cores: { generator: 1.21, machine: 1.71 } }],
    'the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %',
  ],
  'where the generator used more than 80 % of what it is given': [
    [raw(), { ...HALF, cores: { generator: 0.41, machine: 1 } }],
    'the generator used 0.41 of its 0.50 cores at 10 users, more than 80 %',
  ],
  'where several generators together used 80 % of what the others left them': [
    [raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.6, machine: 1.7 } }],
    null,
  ],
  'where several generators together used more than that': [
    [raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.61, machine: 1.71 } }],
    'the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %',
  ],
  'where one of several generators was near its own limit': [
    [raw(), { ...HALF, cores: { 'generator 1': 0.1, 'generator 2': 0.41, machine: 1 } }],
    'generator 2 used 0.41 of its 0.50 cores at 10 users, more than 80 %',
  ],
  'where the load of several generators began 100 ms apart': [[began(MS, MS + 100)], null],
  'where it began further apart': [[began(MS + 1, MS + 102, MS)], 'the load of the 3 k6 began 102 ms apart, more than 100 ms'],
  'where it cannot be known what the generator used': [[raw(), { cores: {} }], "the generator's share of the CPU was not recorded"],
  'where the rollup output dropped points': [[dropping({ pointsDropped: 3 })], 'the rollup output dropped 3 points'],
  'where the rollup output dropped none': [[dropping({})], null],
  'where the rollup output could not write its log': [
    [dropping({ hlogError: 'no space left' })],
    'the rollup output could not write its log: no space left',
  ],
  'where processes that are not of the run used 0.2 of 2 cores': [beside({ machine: 1.2 }), null],
  'where they used more than that': [beside({ machine: 1.24 }), 'other processes used 12 % of the machine at 10 users, more than 10 %'],
  'where they used more than that, and the hypervisor and interrupts with them': [
    beside({ machine: 1.24, interrupts: 0.04, stolen: 0.16 }),
    'other processes used 12 % of the machine (with 8 % that the hypervisor took and up to 2 % of interrupts) at 10 users, more than 10 %',
  ],
  'where one of the processes of the run was not there throughout: what the others used is not known': [
    [raw(), { cores: { generator: 0.5, target: 0.5, machine: 1.3 } }],
    null,
  ],
  'where one of 1,000 requests failed, and the scenario does not say how many may': [[failing(10)], null],
  'where more failed': [[failing(11)], '11 of 10000 requests failed, more than the scenario expects (0.1 %)'],
  'where as many failed as the scenario expects': [[failing(11), { scenario: { expect: { status: 200, failedShare: 0.5 } } }], null],
  'where none may fail': [
    [failing(1), { scenario: { expect: { status: 200, failedShare: 0 } } }],
    '1 of 10000 requests failed, more than the scenario expects (0 %)',
  ],
  'where k6 counted other requests than its log holds, as it reads now': [
    [raw({}, {}, 10_001)],
    'k6 counted 10001 requests, http.hlog holds 10000',
  ],
  'where the verification refused its target': [
    [raw(), { refused: { mvc: 'answers 500' } }],
    'the verification refused the target: answers 500',
  ],
};

describe('a slice', () => {
  for (const [name, [of, reason]] of Object.entries(JUDGED)) {
    it(`${reason === null ? 'counts' : 'is discarded'} ${name}`, () => assert.deepEqual(reasons(...of), reason === null ? [] : [reason]));
  }

  it('may be discarded for several reasons at once', () => {
    assert.equal(reasons(raw({ rollup: validRollup({ pointsDropped: 1 }) }, {}, 10_001)).length, 2);
  });
});

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
function calling({ seconds = 11, cores = { downstream: 0.3 }, meanMs = 30, limits }: Calling) {
  const view = raw({ downstream: seconds === null ? null : answers(seconds) });
  return reasons(view, { scenario: CALLS, cores: { generator: 0.2, machine: 1, ...cores }, limits, stage: { latency: meanOf(meanMs) } });
}

const OF_SERVICE: Record<string, [of: Parameters<typeof calling>[0], reason: string | null]> = {
  'where that had CPU left and took what it was asked to take: 11 ms for 10 ms': [{}, null],
  'where the service used 80 % of what the others left it': [{ cores: { downstream: 1.05, machine: 1.5 } }, null],
  'where the service used more than that: 2 − (1.7 − 1.25) = 1.55 cores': [
    { cores: { downstream: 1.25, machine: 1.7 } },
    'Downstream used 1.25 of its 1.55 cores at 10 users, more than 80 %',
  ],
  'where the service used more than 80 % of what its container has': [
    { limits: { containers: [{ service: 'downstream', image: 'downstream', digest: 'sha256', cpus: 0.3, memoryBytes: null }] } },
    'Downstream used 0.30 of its 0.30 cores at 10 users, more than 80 %',
  ],
  'where the service was late by a fifth': [{ seconds: 12 }, null],
  'where the service was later, and that is more than a tenth of a request': [
    { seconds: 12.5 },
    'Downstream took 12.5 ms at 10 users where 10 ms were requested',
  ],
  'where that is a tenth of a request: 2 × 2.5 of 50 ms': [{ seconds: 12.5, meanMs: 50 }, null],
  'where its answers were not recorded': [
    { seconds: null },
    'the answers of Downstream were not recorded: whether it was the limit is not known',
  ],
  'where its CPU was not recorded': [{ cores: {} }, 'the CPU of Downstream was not recorded: whether it was the limit is not known'],
};

describe('a slice that calls the downstream service', () => {
  for (const [name, [of, reason]] of Object.entries(OF_SERVICE)) {
    it(`${reason === null ? 'counts' : 'is discarded'} ${name}`, () => assert.deepEqual(calling(of), reason === null ? [] : [reason]));
  }
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
