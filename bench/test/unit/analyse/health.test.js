import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHlog } from '../../../record/hlog.js';
import { health, tooFastFor, voidReasons } from '../../../analyse/cell/health.js';
import { parseProcessesCsv, parseServerCsv } from '../../../record/samples.js';
import { voidText } from '../../../report/words/void.js';
import { hlogText, processesCsv, serverCsv, stageBounds } from '../../fixtures/bundle-files.js';
import { validCell, validRollup } from '../../fixtures/records.js';

const S = 1_700_000_000;
const MS = S * 1000;

/** Two cores; of the ten seconds of the cell the generator used 5 s and the target 5 s. @param {Partial<Record<string, number>>} [cpuSeconds] */
function processes(cpuSeconds = {}) {
  const used = { generator: 5, target: 5, database: 0, machine: 10, ...cpuSeconds };
  const rows = Object.entries(used).flatMap(([name, seconds]) => [
    /** @type {[number, string, number, number]} */ ([MS, name, 100, 0]),
    /** @type {[number, string, number, number]} */ ([MS + 10_000, name, 100 + Number(seconds), 0]),
  ]);
  return parseProcessesCsv(processesCsv(rows));
}

/** @param {number} ok @param {number} failed */
function requests(ok, failed) {
  const of = (/** @type {string} */ tag, /** @type {number} */ count) => ({
    second: S,
    tag,
    counts: /** @type {[number, number][]} */ ([[1000, count]]),
  });
  return parseHlog(hlogText([of('read.ok', ok), of('read.failed', failed)]));
}

/** @param {Partial<import('../../../record/raw-cell.js').RawCell>} [other] @param {Partial<import('../../../record/cell.js').MeasuredCell>} [cell] */
function raw(other = {}, cell = {}) {
  const planned = { scenario: 'read', target: 'mvc', round: 1, order: 1, state: /** @type {const} */ ('ok'), reason: null };
  const stages = stageBounds([{ vus: 10, durationMs: 10_000 }], MS);
  const counts = { k6: 10_000, hlog: 10_000, influx: null };
  const json = { ...validCell(), startMs: MS, endMs: MS, stages, counts, ...cell };
  const nothing = { server: null, downstream: null, rollup: null, droppedIterations: null, missing: [] };
  return { planned, cell: json, requests: requests(10_000, 0), processes: processes(), ...nothing, ...other };
}

/** @param {ReturnType<typeof raw>} cell @param {{expect?: object, generatorCpus?: number | null, cores?: Record<string, number>}} [options] */
function reasons(cell, { expect = { status: 200 }, generatorCpus = null, cores = { generator: 0.5, machine: 1 } } = {}) {
  const run = /** @type {any} */ ({
    machine: { cores: 2 },
    limits: { generatorCpus },
    refused: {},
    catalogue: { scenarios: { read: { expect } } },
  });
  return voidReasons(cell, /** @type {any} */ ([{ vus: 10, processCores: cores }]), run).map(voidText);
}

describe('a cell', () => {
  it('is fit where nothing speaks against it', () => {
    assert.deepEqual(reasons(raw()), []);
  });

  it('is void where the clock of a generator was wrong for certain', () => {
    const instance = { name: 'k6-2', exitCode: 0, startMs: MS, requests: { k6: 1, hlog: 1 } };
    const withClock = (/** @type {number | null} */ clockOffsetMs, /** @type {number} */ clockErrorMs) =>
      reasons(raw({}, { generators: [{ ...instance, link: { clockOffsetMs, clockErrorMs, rttMs: 0.2 } }] }));
    assert.deepEqual(withClock(-70, 10), ["the clock of k6-2 was -70 ms off the runner's, more than 50 ms"]);
    assert.deepEqual(withClock(70, 30), [], 'the question took 60 ms');
    assert.deepEqual([withClock(null, 0), reasons(raw({}, { generators: [instance] }))], [[], []]);
  });

  it('is void where the generator used more than 80 % of what the others left it', () => {
    assert.deepEqual(reasons(raw(), { cores: { generator: 1.2, machine: 1.7 } }), [], '1.2 of 1.5');
    assert.deepEqual(reasons(raw(), { cores: { generator: 1.21, machine: 1.71 } }), [
      'the generator used 1.21 of its 1.50 cores at 10 VUs, more than 80 %',
    ]);
  });

  it('is void where the generator used more than 80 % of what it is given', () => {
    assert.deepEqual(reasons(raw(), { generatorCpus: 0.5, cores: { generator: 0.41, machine: 1 } }), [
      'the generator used 0.41 of its 0.50 cores at 10 VUs, more than 80 %',
    ]);
  });

  it('is void where several generators together used more than 80 % of what the others left them', () => {
    assert.deepEqual(reasons(raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.6, machine: 1.7 } }), []);
    assert.deepEqual(reasons(raw(), { cores: { 'generator 1': 0.6, 'generator 2': 0.61, machine: 1.71 } }), [
      'the generator used 1.21 of its 1.50 cores at 10 VUs, more than 80 %',
    ]);
  });

  it('is void where one of several generators was near its own limit', () => {
    assert.deepEqual(reasons(raw(), { generatorCpus: 0.5, cores: { 'generator 1': 0.1, 'generator 2': 0.41, machine: 1 } }), [
      'generator 2 used 0.41 of its 0.50 cores at 10 VUs, more than 80 %',
    ]);
  });

  it('is void where the load of several generators began more than 100 ms apart', () => {
    const generators = (/** @type {number[]} */ ...starts) =>
      starts.map((startMs, index) => ({ name: `k6-${index + 1}`, exitCode: 0, startMs, requests: { k6: 1, hlog: 1 } }));
    assert.deepEqual(reasons(raw({}, { generators: generators(MS, MS + 100) })), []);
    assert.deepEqual(reasons(raw({}, { generators: generators(MS + 1, MS + 102, MS) })), [
      'the load of the 3 k6 began 102 ms apart, more than 100 ms',
    ]);
  });

  it('is void where it cannot be known what the generator used', () => {
    assert.deepEqual(reasons(raw(), { cores: {} }), ["the generator's share of the CPU was not recorded"]);
  });

  it('is void where the rollup output dropped points or could not write its log', () => {
    assert.deepEqual(reasons(raw({ rollup: validRollup({ pointsDropped: 3 }) })), ['the rollup output dropped 3 points']);
    assert.deepEqual(reasons(raw({ rollup: validRollup({}) })), []);
    assert.deepEqual(reasons(raw({ rollup: validRollup({ hlogError: 'no space left' }) })), [
      'the rollup output could not write its log: no space left',
    ]);
  });

  it('is void where iterations were dropped', () => {
    assert.deepEqual(reasons(raw({ droppedIterations: 0 })), []);
    assert.deepEqual(reasons(raw({ droppedIterations: 7 })), ['7 iterations were dropped']);
  });

  it('is void where more than 5 % of the scrapes are missing', () => {
    assert.deepEqual(reasons(raw({}, { scrapes: { expected: 100, ok: 95, slowestMs: 1 } })), []);
    assert.deepEqual(reasons(raw({}, { scrapes: { expected: 100, ok: 94, slowestMs: 1 } })), [
      '6 of 100 scrapes are missing, more than 5 %',
    ]);
  });

  it('is void where processes that are not of the run used more than 10 % of the machine', () => {
    const watched = { generator: 0.5, target: 0.5, database: 0 };
    const used = (/** @type {Record<string, number>} */ cores) =>
      reasons(raw({ processes: processes(cores) }), { cores: { ...watched, ...cores } });
    assert.deepEqual(used({ machine: 1.2 }), [], '0.2 of 2 cores');
    assert.deepEqual(used({ machine: 1.24 }), ['other processes used 12 % of the machine at 10 VUs, more than 10 %']);
    assert.deepEqual(used({ machine: 1.24, interrupts: 0.04, stolen: 0.16 }), [
      'other processes used 12 % of the machine (with 8 % that the hypervisor took and up to 2 % of interrupts) at 10 VUs, more than 10 %',
    ]);
  });

  it('is void where they did on one plateau, however quiet the others were; where one of its processes was not there throughout it is not known', () => {
    const run = /** @type {any} */ ({
      machine: { cores: 2 },
      limits: { generatorCpus: null },
      refused: {},
      catalogue: { scenarios: { read: { expect: { status: 200 } } } },
    });
    const quiet = { generator: 0.5, target: 0.5, database: 0, machine: 1 };
    const stages = [
      { vus: 10, processCores: quiet },
      { vus: 20, processCores: { ...quiet, machine: 1.3 } },
      { vus: 30, processCores: { ...quiet, machine: 1.24 } },
    ];
    const said = (/** @type {object[]} */ seen) => voidReasons(raw(), /** @type {any} */ (seen), run).map(voidText);
    assert.deepEqual(said(stages), ['other processes used 15 % of the machine at 20 VUs, more than 10 %'], 'the worst one is named');
    assert.deepEqual(said([stages[0], { vus: 20, processCores: { generator: 0.5, target: 0.5, machine: 1.3 } }]), []);
  });

  it('is void where more requests failed than the scenario expects, one of 1,000 where it does not say', () => {
    const counts = { k6: 10_000, hlog: 10_000, influx: null };
    assert.deepEqual(reasons(raw({ requests: requests(9990, 10) }, { counts })), []);
    assert.deepEqual(reasons(raw({ requests: requests(9989, 11) }, { counts })), [
      '11 of 10000 requests failed, more than the scenario expects (0.1 %)',
    ]);
    assert.deepEqual(reasons(raw({ requests: requests(9989, 11) }, { counts }), { expect: { status: 200, failedShare: 0.5 } }), []);
    assert.equal(reasons(raw({ requests: requests(9999, 1) }, { counts }), { expect: { status: 200, failedShare: 0 } }).length, 1);
  });

  it('is void where k6 counted other requests than its log holds, as it reads now', () => {
    assert.deepEqual(reasons(raw({}, { counts: { k6: 10_001, hlog: 10_001, influx: null } })), [
      'k6 counted 10001 requests, http.hlog holds 10000',
    ]);
  });

  it('may be void for several reasons at once', () => {
    assert.equal(reasons(raw({ droppedIterations: 1, rollup: validRollup({ pointsDropped: 1 }) })).length, 2);
  });
});

/** A downstream service that answered 1,000 calls on the plateau (from 1 s to 10 s), in so many seconds. @param {number} seconds */
function downstream(seconds) {
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

/**
 * Two calls of 10 ms in each request.
 * @param {{seconds?: number | null, cores?: Record<string, number>, meanMs?: number, containers?: object[]}} options `meanMs`: of a request
 */
function reasonsOfDownstream({ seconds = 11, cores = {}, meanMs = 30, containers }) {
  const run = /** @type {any} */ ({
    machine: { cores: 2 },
    limits: { generatorCpus: null, containers },
    refused: {},
    catalogue: {
      scenarios: { read: { expect: { status: 200 }, needs: ['downstream'], calls: { mode: 'sequential', delaysMs: [10, 10] } } },
      dependencies: { downstream: { label: 'Downstream' } },
    },
  });
  const stage = { vus: 10, processCores: { generator: 0.2, machine: 1, downstream: 0.3, ...cores }, latency: { mean: meanMs } };
  const cell = raw({ downstream: seconds === null ? null : downstream(seconds) });
  return voidReasons(cell, /** @type {any} */ ([stage]), run).map(voidText);
}

describe('a cell that other processes disturbed', () => {
  const run = /** @type {any} */ ({
    machine: { cores: 2 },
    limits: { generatorCpus: null },
    refused: {},
    catalogue: {
      scenarios: { wait: { expect: { status: 200 }, waitMs: 1000 }, read: { expect: { status: 200 } } },
      targets: { mvc: { server: 'tomcat' } },
    },
  });
  /** @param {number[]} rps with 100 and 300 users @param {{ scenario?: string, cores?: Record<string, number> }} [changed] */
  const healthOf = (rps, { scenario = 'wait', cores = {} } = {}) => {
    const processCores = { generator: 0.5, target: 0.5, database: 0, machine: 1.4, ...cores };
    const stages = [100, 300].map((vus, index) => ({ vus, rps: rps[index], processCores }));
    const cell = raw();
    const { voids, disturbed } = health({ ...cell, planned: { ...cell.planned, scenario } }, /** @type {any} */ (stages), run, 200);
    return [voids.map(({ kind }) => kind), disturbed?.share.toFixed(2) ?? null];
  };

  it('counts where its throughput is what arithmetic predicts, at every number of users', () => {
    assert.deepEqual(healthOf([100, 200]), [[], '0.20']);
    assert.deepEqual(healthOf([98, 205]), [[], '0.20'], 'within 3 %');
    assert.deepEqual(healthOf([100, 200], { cores: { machine: 1 } }), [[], null], 'nobody disturbed it');
  });

  it('is void where it is less, where nothing is predicted, and where something else speaks against it', () => {
    assert.deepEqual(healthOf([100, 180]), [['other processes'], null]);
    assert.deepEqual(healthOf([90, 200]), [['other processes'], null]);
    assert.deepEqual(healthOf([100, 200], { scenario: 'read' }), [['other processes'], null]);
    assert.deepEqual(healthOf([100, 200], { cores: { generator: 1.9, target: 0, machine: 1.9 } }), [['generator overused'], null]);
  });
});

describe('a target', () => {
  const run = /** @type {any} */ ({
    machine: { cores: 2 },
    limits: { generatorCpus: null },
    catalogue: { scenarios: { read: { needs: ['downstream'], calls: { mode: 'sequential', delaysMs: [10, 10] } } } },
  });
  const of = (/** @type {Record<string, number>[]} */ ...cores) => {
    const stages = cores.map((processCores, index) => ({ vus: 10 + index, processCores, latency: { mean: 30 } }));
    const watched = processes({ downstream: 1 });
    return tooFastFor(raw({ processes: watched, downstream: downstream(11) }), /** @type {any} */ (stages), run);
  };
  const quiet = { generator: 0.2, target: 0.5, database: 0, downstream: 0.3, machine: 1 };

  it('is too fast for the generator, or for the downstream service, stage by stage', () => {
    // 2 − (1.7 − 1.21) = 1.51 cores for the generator, 2 − (1.7 − 1.2) = 1.5 for the downstream service.
    const [generator, service] = [
      { ...quiet, generator: 1.21, target: 0.19, machine: 1.7 },
      { ...quiet, target: 0.3, downstream: 1.21, machine: 1.71 },
    ];
    assert.deepEqual(of(quiet, generator, service), [null, 'generator', 'downstream service']);
  });

  it('was not too fast where others left the generator so little', () => {
    assert.deepEqual(of({ ...quiet, generator: 0.7, machine: 1.9 }), [null], '0.7 of 0.8 cores, and 0.4 of nobody’s');
  });
});

describe('a cell that calls the downstream service', () => {
  it('is fit where that had CPU left and took what it was asked to take: 11 ms for 10 ms', () => {
    assert.deepEqual(reasonsOfDownstream({}), []);
  });

  it('is void where the service used more than 80 % of what the others left it: 2 − (1.5 − 1.05) = 1.55 cores', () => {
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: 1.05, machine: 1.5 } }), []);
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: 1.25, machine: 1.7 } }), [
      'Downstream used 1.25 of its 1.55 cores at 10 VUs, more than 80 %',
    ]);
  });

  it('is void where the service used more than 80 % of what its container has', () => {
    const containers = [{ service: 'downstream', cpus: 0.3 }];
    assert.deepEqual(reasonsOfDownstream({ containers }), ['Downstream used 0.30 of its 0.30 cores at 10 VUs, more than 80 %']);
  });

  it('is void where the service was late by more than a fifth, and that is more than a tenth of a request', () => {
    assert.deepEqual(reasonsOfDownstream({ seconds: 12, meanMs: 30 }), [], '2 ms late are a fifth');
    assert.deepEqual(reasonsOfDownstream({ seconds: 12.5, meanMs: 30 }), ['Downstream took 12.5 ms at 10 VUs where 10 ms were requested']);
    assert.deepEqual(reasonsOfDownstream({ seconds: 12.5, meanMs: 50 }), [], '2 × 2.5 ms are a tenth of 50 ms');
  });

  it('is void where nothing shows what the service did', () => {
    const unknown = 'were not recorded: whether it was the limit is not known';
    assert.deepEqual(reasonsOfDownstream({ seconds: null }), [`the answers of Downstream ${unknown}`]);
    assert.deepEqual(reasonsOfDownstream({ cores: { downstream: /** @type {any} */ (undefined) } }), [
      'the CPU of Downstream was not recorded: whether it was the limit is not known',
    ]);
  });
});
