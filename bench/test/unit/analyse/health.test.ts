import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHlog } from '../../../record/hlog.ts';
import { tooFastFor, discardReasons } from '../../../analyse/slice/health.ts';
import { parseProcessesCsv, parseServerCsv } from '../../../record/samples.ts';
import { discardText } from '../../../report/words/discarded.ts';
import { hlogText, processesCsv, serverCsv } from '../../fixtures/bundle-files.ts';
import { validPart, validRollup } from '../../fixtures/records.ts';
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
  const of = (tag: string, count: number) => ({
    second: S,
    tag,
    counts: [[1000, count]] as [number, number][],
  });
  return parseHlog(hlogText([of('read.ok', ok), of('read.failed', failed)]));
}

const [slice] = validPart().slices;
const OF_SLICE = { ...slice, startMs: MS, endMs: MS + 10_000, plateauStartMs: MS + 1000, plateauEndMs: MS + 10_000 };

/** @param k6 requests that it counted */
function raw(other: Partial<RawSlice> = {}, record: Partial<Part> = {}, k6 = 10_000): RawSlice {
  const part = validPart({ databaseRtt: null, ...record }) as MeasuredPart;
  return {
    ...{ scenario: 'read', target: 'mvc', part, slice: { ...OF_SLICE, counts: { k6, hlog: k6, influx: null } } },
    ...{ requests: requests(10_000, 0), processes: processes(), server: null, downstream: null, rollup: null, ...other },
  };
}

/** @returns a run on two cores, as far as it is looked at */
function runWith(changed: object = {}): any {
  return { machine: { cores: 2 }, limits: { generatorCpus: null }, refused: {}, ...changed };
}

function reasons(
  view: RawSlice,
  {
    expect = {},
    generatorCpus = null,
    cores = { generator: 0.5, machine: 1 },
    refused = {},
  }: { expect?: object; generatorCpus?: number | null; cores?: Record<string, number>; refused?: Record<string, string> } = {},
) {
  const run = runWith({ limits: { generatorCpus }, refused, catalogue: { scenarios: { read: { expect: { status: 200, ...expect } } } } });
  return discardReasons(view, { vus: 10, processCores: cores } as any, run, null).map(discardText);
}

describe('a slice', () => {
  it('is fit where nothing speaks against it', () => {
    assert.deepEqual(reasons(raw()), []);
  });

  it('is discarded where the clock of a generator was wrong for certain', () => {
    const instance = { name: 'k6-2', exitCode: 0, startMs: MS, requests: { k6: 1, hlog: 1 } };
    const withClock = (clockOffsetMs: number | null, clockErrorMs: number) =>
      reasons(raw({}, { generators: [{ ...instance, link: { clockOffsetMs, clockErrorMs, rttMs: 0.2 } }] }));
    assert.deepEqual(withClock(-70, 10), ["the clock of k6-2 was -70 ms off the runner's, more than 50 ms"]);
    assert.deepEqual(withClock(70, 30), [], 'the question took 60 ms');
    assert.deepEqual([withClock(null, 0), reasons(raw({}, { generators: [instance] }))], [[], []]);
  });

  it('is discarded where the generator used more than 80 % of what the others left it', () => {
    assert.deepEqual(reasons(raw(), { cores: { generator: 1.2, machine: 1.7 } }), [], '1.2 of 1.5');
    assert.deepEqual(reasons(raw(), { cores: { generator: 1.21, machine: 1.71 } }), [
      'the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %',
    ]);
  });

  it('is discarded where the generator used more than 80 % of what it is given', () => {
    assert.deepEqual(reasons(raw(), { generatorCpus: 0.5, cores: { generator: 0.41, machine: 1 } }), [
      'the generator used 0.41 of its 0.50 cores at 10 users, more than 80 %',
    ]);
  });

  it('is discarded where several generators together used more than 80 % of what the others left them', () => {
    assert.deepEqual(reasons(raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.6, machine: 1.7 } }), []);
    assert.deepEqual(reasons(raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.61, machine: 1.71 } }), [
      'the generator used 1.21 of its 1.50 cores at 10 users, more than 80 %',
    ]);
  });

  it('is discarded where one of several generators was near its own limit', () => {
    assert.deepEqual(reasons(raw(), { generatorCpus: 0.5, cores: { 'generator 1': 0.1, 'generator 2': 0.41, machine: 1 } }), [
      'generator 2 used 0.41 of its 0.50 cores at 10 users, more than 80 %',
    ]);
  });

  it('is discarded where the load of several generators began more than 100 ms apart', () => {
    const generators = (...starts: number[]) =>
      starts.map((startMs, index) => ({ name: `k6-${index + 1}`, exitCode: 0, startMs, requests: { k6: 1, hlog: 1 } }));
    assert.deepEqual(reasons(raw({}, { generators: generators(MS, MS + 100) })), []);
    assert.deepEqual(reasons(raw({}, { generators: generators(MS + 1, MS + 102, MS) })), [
      'the load of the 3 k6 began 102 ms apart, more than 100 ms',
    ]);
  });

  it('is discarded where it cannot be known what the generator used', () => {
    assert.deepEqual(reasons(raw(), { cores: {} }), ["the generator's share of the CPU was not recorded"]);
  });

  it('is discarded where the rollup output dropped points or could not write its log', () => {
    assert.deepEqual(reasons(raw({ rollup: validRollup({ pointsDropped: 3 }) })), ['the rollup output dropped 3 points']);
    assert.deepEqual(reasons(raw({ rollup: validRollup({}) })), []);
    assert.deepEqual(reasons(raw({ rollup: validRollup({ hlogError: 'no space left' }) })), [
      'the rollup output could not write its log: no space left',
    ]);
  });

  it('is discarded where processes that are not of the run used more than 10 % of the machine', () => {
    const watched = { generator: 0.5, target: 0.5, database: 0 };
    const used = (cores: Record<string, number>) => reasons(raw({ processes: processes(cores) }), { cores: { ...watched, ...cores } });
    assert.deepEqual(used({ machine: 1.2 }), [], '0.2 of 2 cores');
    assert.deepEqual(used({ machine: 1.24 }), ['other processes used 12 % of the machine at 10 users, more than 10 %']);
    assert.deepEqual(used({ machine: 1.24, interrupts: 0.04, stolen: 0.16 }), [
      'other processes used 12 % of the machine (with 8 % that the hypervisor took and up to 2 % of interrupts) at 10 users, more than 10 %',
    ]);
  });

  it('is not discarded where one of the processes of the run was not there throughout: what the others used is not known', () => {
    assert.deepEqual(reasons(raw(), { cores: { generator: 0.5, target: 0.5, machine: 1.3 } }), []);
  });

  it('is discarded where more requests failed than the scenario expects, one of 1,000 where it does not say', () => {
    assert.deepEqual(reasons(raw({ requests: requests(9990, 10) })), []);
    assert.deepEqual(reasons(raw({ requests: requests(9989, 11) })), [
      '11 of 10000 requests failed, more than the scenario expects (0.1 %)',
    ]);
    assert.deepEqual(reasons(raw({ requests: requests(9989, 11) }), { expect: { failedShare: 0.5 } }), []);
    assert.equal(reasons(raw({ requests: requests(9999, 1) }), { expect: { failedShare: 0 } }).length, 1);
  });

  it('is discarded where k6 counted other requests than its log holds, as it reads now', () => {
    assert.deepEqual(reasons(raw({}, {}, 10_001)), ['k6 counted 10001 requests, http.hlog holds 10000']);
  });

  it('may be discarded for several reasons at once', () => {
    assert.equal(reasons(raw({ rollup: validRollup({ pointsDropped: 1 }) }, {}, 10_001)).length, 2);
  });

  it('is discarded where the verification refused its target', () => {
    assert.deepEqual(reasons(raw(), { refused: { mvc: 'answers 500' } }), ['the verification refused the target: answers 500']);
  });
});

/** A downstream service that answered 1,000 calls on the plateau (from 1 s to 10 s), in so many seconds. */
function downstream(seconds: number) {
  const labels = 'method=GET;outcome=SUCCESS;status=200;uri=/delay';
  const others = 'method=GET;outcome=SUCCESS;status=200;uri=/actuator/health';
  return parseServerCsv(
    serverCsv([
      [MS + 1000, 'http_server_requests_seconds_count', labels, 50],
      [MS + 1000, 'http_server_requests_seconds_sum', labels, 7],
      [MS + 1000, 'http_server_requests_seconds_count', others, 1],
      [MS + 1000, 'http_server_requests_seconds_sum', others, 0],
      [MS + 10_000, 'http_server_requests_seconds_count', labels, 1050],
      [MS + 10_000, 'http_server_requests_seconds_sum', labels, 7 + seconds],
      [MS + 10_000, 'http_server_requests_seconds_count', others, 900],
      [MS + 10_000, 'http_server_requests_seconds_sum', others, 90],
    ]),
  );
}

/** Two calls of 10 ms in each request. @param options `meanMs`: of a request */
function reasonsOfDownstream({
  seconds = 11,
  cores = {},
  meanMs = 30,
  containers,
}: {
  seconds?: number | null;
  cores?: Record<string, number>;
  meanMs?: number;
  containers?: object[];
}) {
  const run = runWith({
    limits: { generatorCpus: null, containers },
    catalogue: {
      scenarios: { read: { expect: { status: 200 }, needs: ['downstream'], calls: { mode: 'sequential', delaysMs: [10, 10] } } },
      dependencies: { downstream: { label: 'Downstream' } },
    },
  });
  const stage = { vus: 10, processCores: { generator: 0.2, machine: 1, downstream: 0.3, ...cores }, latency: { mean: meanMs } };
  const view = raw({ downstream: seconds === null ? null : downstream(seconds) });
  return discardReasons(view, stage as any, run, null).map(discardText);
}

describe('a slice that other processes disturbed', () => {
  const run = runWith({
    catalogue: {
      scenarios: { wait: { expect: { status: 200 }, waitMs: 1000 }, read: { expect: { status: 200 } } },
      targets: { mvc: { server: 'tomcat' } },
    },
  });
  /** @param rps of 200 threads */
  const discardedFor = (
    vus: number,
    rps: number,
    { scenario = 'wait', cores = {} }: { scenario?: string; cores?: Record<string, number> } = {},
  ) => {
    const processCores = { generator: 0.5, target: 0.5, database: 0, machine: 1.4, ...cores };
    return discardReasons(raw({ scenario }), { vus, rps, processCores } as any, run, 200).map(({ kind }) => kind);
  };

  it('counts where its throughput is what arithmetic predicts', () => {
    assert.deepEqual([discardedFor(100, 100), discardedFor(300, 200)], [[], []]);
    assert.deepEqual([discardedFor(100, 98), discardedFor(300, 205)], [[], []], 'within 3 %');
  });

  it('is discarded where it is less, where nothing is predicted, and where something else speaks against it', () => {
    assert.deepEqual([discardedFor(300, 180), discardedFor(100, 90)], [['other processes'], ['other processes']]);
    assert.deepEqual(discardedFor(300, 200, { scenario: 'read' }), ['other processes']);
    assert.deepEqual(discardedFor(300, 200, { cores: { generator: 1.9, target: 0, machine: 1.9 } }), ['generator overused']);
  });
});

describe('a target', () => {
  const run = runWith({
    catalogue: { scenarios: { read: { needs: ['downstream'], calls: { mode: 'sequential', delaysMs: [10, 10] } } } },
  });
  const of = (processCores: Record<string, number>) => {
    const view = raw({ processes: processes({ downstream: 1 }), downstream: downstream(11) });
    return tooFastFor(view, { vus: 10, processCores, latency: { mean: 30 } } as any, run);
  };
  const quiet = { generator: 0.2, target: 0.5, database: 0, downstream: 0.3, machine: 1 };

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

describe('a slice that calls the downstream service', () => {
  it('is fit where that had CPU left and took what it was asked to take: 11 ms for 10 ms', () => {
    assert.deepEqual(reasonsOfDownstream({}), []);
  });

  it('is discarded where the service used more than 80 % of what the others left it: 2 − (1.5 − 1.05) = 1.55 cores', () => {
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: 1.05, machine: 1.5 } }), []);
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: 1.25, machine: 1.7 } }), [
      'Downstream used 1.25 of its 1.55 cores at 10 users, more than 80 %',
    ]);
  });

  it('is discarded where the service used more than 80 % of what its container has', () => {
    const containers = [{ service: 'downstream', cpus: 0.3 }];
    assert.deepEqual(reasonsOfDownstream({ containers }), ['Downstream used 0.30 of its 0.30 cores at 10 users, more than 80 %']);
  });

  it('is discarded where the service was late by more than a fifth, and that is more than a tenth of a request', () => {
    assert.deepEqual(reasonsOfDownstream({ seconds: 12, meanMs: 30 }), [], '2 ms late are a fifth');
    assert.deepEqual(reasonsOfDownstream({ seconds: 12.5, meanMs: 30 }), [
      'Downstream took 12.5 ms at 10 users where 10 ms were requested',
    ]);
    assert.deepEqual(reasonsOfDownstream({ seconds: 12.5, meanMs: 50 }), [], '2 × 2.5 ms are a tenth of 50 ms');
  });

  it('is discarded where nothing shows what the service did', () => {
    const unknown = 'were not recorded: whether it was the limit is not known';
    assert.deepEqual(reasonsOfDownstream({ seconds: null }), [`the answers of Downstream ${unknown}`]);
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: undefined as any } }), [
      'the CPU of Downstream was not recorded: whether it was the limit is not known',
    ]);
  });
});
