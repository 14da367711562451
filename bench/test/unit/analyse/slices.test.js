import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sequenceFigures } from '../../../analyse/blocks/sequence.js';
import { parseSlicedHlog } from '../../../record/hlog.js';
import { parseProcessesCsv, parseServerCsv } from '../../../record/samples.js';
import { voidText } from '../../../report/words/void.js';
import { hlogText, processesCsv, serverCsv } from '../../fixtures/bundle-files.js';
import { validRollup, validRun, validSequence } from '../../fixtures/records.js';

const S = 1_700_000_000;
const MS = S * 1000;
const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];

/**
 * @typedef {import('../../../record/raw-cell.js').RawSequence} RawSequence
 * @typedef {[second: number, ok: number, failed?: number]} Second counted from the first slice's start
 */

/** Slices of 5 s, one for each target, each followed by a second: from 0, 6 and 12 s on. @param {number} index */
function slice(index) {
  const startMs = MS + index * 6000;
  return {
    ...{ slice: index + 1, block: 1, target: TARGETS[index], startMs, endMs: startMs + 5000 },
    ...{ plateauStartMs: startMs + 1000, plateauEndMs: startMs + 5000, counts: { k6: 5, hlog: 5, influx: 5 } },
    ...{ scrapes: { expected: 5, ok: 5, slowestMs: 60 }, others: [] },
  };
}

/** @param {Second[][]} slices requests of each, by second */
function requests(slices) {
  const intervals = slices.flatMap((seconds, index) =>
    seconds.flatMap(([second, ok, failed = 0]) => [
      { second: S + second, tag: `read#${index + 1}.ok`, counts: /** @type {[number, number][]} */ ([[1000, ok]]) },
      { second: S + second, tag: `read#${index + 1}.failed`, counts: /** @type {[number, number][]} */ ([[1000, failed]]) },
    ]),
  );
  return parseSlicedHlog(hlogText(intervals.filter(({ counts: [[, count]] }) => count > 0)));
}

/** @param {Record<string, (second: number) => number>} cpuSeconds of each process until that second */
function processes(cpuSeconds) {
  const rows = Array.from({ length: 19 }, (_, second) =>
    Object.entries(cpuSeconds).map(
      ([name, until]) => /** @type {[number, string, number, number]} */ ([MS + second * 1000, name, until(second), 0]),
    ),
  );
  return parseProcessesCsv(processesCsv(rows.flat()));
}

/** A target that takes 0.5 cores in its own slice and 0.01 else. @param {number} index */
const target = (index) => (/** @type {number} */ second) => 0.01 * second + 0.49 * Math.min(5, Math.max(0, second - 6 * index));
const QUIET = {
  'target mvc': target(0),
  'target mvc-vt': target(1),
  'target webflux-jdbc': target(2),
  generator: (/** @type {number} */ second) => 0.2 * second,
  database: (/** @type {number} */ second) => 0.1 * second,
};

/** @param {number} others cores of processes that are not of the run */
function busy(others) {
  const all = (/** @type {number} */ second) => Object.values(QUIET).reduce((sum, until) => sum + until(second), others * second);
  return processes({ ...QUIET, machine: all });
}

/** @param {number[]} seconds at which the metrics were scraped */
function server(seconds) {
  const until = target(0);
  return parseServerCsv(
    serverCsv(seconds.map((second) => [MS + second * 1000, 'process_cpu_time_ns_total', '', Math.round(until(second) * 1e9)])),
  );
}

/** @param {number} cpuShare @param {number} waitShare of each second that its compilers take @returns {RawSequence['servers']} of mvc */
function compiling(cpuShare, waitShare) {
  const until = target(0);
  const rows = [0, 1, 2, 3, 4, 5, 6].flatMap((second) => {
    const timeMs = MS + second * 1000;
    return /** @type {[number, string, string, number][]} */ ([
      [timeMs, 'process_cpu_time_ns_total', '', Math.round(until(second) * 1e9)],
      [timeMs, 'jvm_compiler_cpu_time_ns_total', '', Math.round(cpuShare * second * 1e9)],
      [timeMs, 'jvm_compiler_wait_time_ns_total', '', Math.round(waitShare * second * 1e9)],
    ]);
  });
  return new Map([['mvc', parseServerCsv(serverCsv(rows))]]);
}

/** @param {number} index a slice in which 1000 requests a second succeed */
const steady = (index) => Array.from({ length: 5 }, (_, second) => /** @type {Second} */ ([6 * index + second, 1000]));

/** @param {Partial<RawSequence>} [changed] @param {Partial<import('../../../record/sequence.js').Sequence>} [record] @returns {RawSequence} */
function raw(changed = {}, record = {}) {
  const slices = TARGETS.map((_, index) => ({ ...slice(index), counts: { k6: 5000, hlog: 5000, influx: 5000 } }));
  const sequence = validSequence({ vus: 100, slices, startMs: MS, endMs: MS + 18_000, ...record });
  return {
    planned: { scenario: 'read', round: 1, part: 1, order: 1, blocks: [TARGETS], state: 'ok', reason: null },
    sequence: /** @type {import('../../../record/sequence.js').MeasuredSequence} */ (sequence),
    requests: requests([0, 1, 2].map(steady)),
    servers: new Map([['mvc', server([0, 1, 2, 3, 4, 5, 6])]]),
    downstream: null,
    processes: busy(0.1),
    rollup: null,
    missing: [],
    ...changed,
  };
}

const run = validRun({ targets: TARGETS, blockVus: 100, sequences: [raw().planned] });

/** @param {RawSequence} sequence @param {number} [index] of the slice */
function figuresOf(sequence, index = 0) {
  return sequenceFigures(sequence, run).slices[index];
}

/** @param {RawSequence} sequence @returns {string[][]} of each slice, why it is void */
function voids(sequence) {
  return sequenceFigures(sequence, run).slices.map((each) => each.voids.map(voidText));
}

describe('a slice of a JVM that compiles', () => {
  it('is void where the compilers took over a tenth of the time, CPU and waiting together; its CPU does not count either', () => {
    const { voids: reasons, cpuCounts, stage } = figuresOf(raw({ servers: compiling(0.05, 0.06) }));
    assert.deepEqual(reasons.map(voidText), ['its JIT compilers took 11 % of the time, more than 10 %']);
    assert.deepEqual([cpuCounts, stage.compilerCores, stage.rps], [false, 0.05, 1000]);
    assert.deepEqual(figuresOf(raw({ servers: compiling(0.05, 0.05) })).voids, []);
  });

  it('counts in a run whose warm-up is too short for a warm JVM', () => {
    const cold = { ...run, warmupMaxSeconds: 2 };
    assert.deepEqual(sequenceFigures(raw({ servers: compiling(0.5, 0.5) }), cold).slices[0].voids, []);
  });

  it('has a CPU per request without that of the compilers', () => {
    const { stage } = figuresOf(raw({ servers: compiling(0.1, 0) }));
    assert.deepEqual([stage.cpuCores, stage.cpuPer1000, stage.compilerCpuPer1000], [0.5, 0.4, 0.1]);
    const other = figuresOf(raw()).stage;
    assert.deepEqual([other.cpuPer1000, other.compilerCpuPer1000], [0.5, null], 'it does not count them');
  });
});

describe('a slice', () => {
  it('has the figures of a stage: its plateau is the slice without its first second', () => {
    /** @type {Second[]} */
    const seconds = [
      [0, 50],
      [1, 900],
      [2, 1000],
      [3, 1000],
      [4, 1100],
      [5, 7],
    ];
    const counts = { k6: 4057, hlog: 4057, influx: null };
    const slices = TARGETS.map((_, index) => ({ ...slice(index), counts }));
    const { stage, round, block, cpuCounts } = figuresOf(raw({ requests: requests([seconds]) }, { slices }));
    assert.deepEqual([stage.vus, stage.plateauSeconds, stage.plateauSuccesses, stage.rps], [100, 4, 4000, 1000]);
    assert.equal(stage.successes, 4050, 'what ends in the gap is in no figure');
    assert.ok(Math.abs(Number(stage.cpuCores) - 0.5) < 1e-9);
    assert.ok(Math.abs(Number(stage.cpuPer1000) - 0.5) < 1e-9);
    assert.deepEqual([round, block, cpuCounts], [1, 1, true]);
  });

  it('has what ended in the gap beside its figures', () => {
    assert.deepEqual(
      figuresOf(
        raw({
          requests: requests([
            [
              [4, 1000],
              [5, 7, 2],
            ],
          ]),
        }),
      ).afterSlice,
      { successes: 7, failures: 2 },
    );
  });

  it('knows what the targets without load used', () => {
    assert.ok(Math.abs(Number(figuresOf(raw()).idleCores) - 0.02) < 1e-9);
  });

  it('knows that also where each was sampled at times of its own, as in a cluster', () => {
    const watched = busy(0.1);
    const later = watched
      .get('target webflux-jdbc')
      ?.map((sample) => ({ ...sample, timeMs: sample.timeMs + 130, value: sample.value + 0.0013 }));
    const processesOfCluster = new Map([...watched, ['target webflux-jdbc', later ?? []]]);
    assert.ok(Math.abs(Number(figuresOf(raw({ processes: processesOfCluster })).idleCores) - 0.02) < 1e-9);
  });

  it('counts its block on from the parts before', () => {
    const first = { ...raw().planned, blocks: [TARGETS, TARGETS, TARGETS] };
    const second = { ...raw().planned, part: 2 };
    const other = { ...first, scenario: 'create' };
    const of = validRun({ targets: TARGETS, sequences: [first, second, other] });
    assert.equal(sequenceFigures(raw({ planned: second }), of).slices[0].block, 4);
  });

  it('of a sequence that failed or is pending is none', () => {
    for (const state of /** @type {const} */ (['failed', 'pending'])) {
      const planned = { ...raw().planned, state, reason: 'k6 ended with 107' };
      assert.deepEqual(sequenceFigures(raw({ planned }), run).slices, []);
    }
  });

  it('shows that its users were waiting only beside another number of users', () => {
    const idle = new Map([
      [
        'mvc',
        parseServerCsv(
          serverCsv([
            [MS + 1000, 'process_cpu_time_ns_total', '', 0],
            [MS + 4000, 'process_cpu_time_ns_total', '', 3e8],
          ]),
        ),
      ],
    ]);
    const kindWith = (/** @type {object[]} */ staircase) =>
      sequenceFigures(raw({ servers: idle }), run, () => /** @type {any} */ (staircase)).slices[0].bottleneck?.kind;
    assert.equal(kindWith([]), 'unknown');
    assert.equal(kindWith([{ vus: 50, rps: 500, cpuPer1000: null }]), 'users waiting');
    assert.equal(kindWith([{ vus: 50, rps: 900, cpuPer1000: null }]), 'unknown', 'each was served more often when there were fewer');
  });

  it('is held against Little’s law', () => {
    const users = (/** @type {number} */ mean) =>
      Array.from({ length: 18 }, (_, second) => ({ second: S + second, iterations: second < 6 ? mean : 100, requests: mean }));
    const holds = (/** @type {number} */ mean) =>
      sequenceFigures(raw({ rollup: validRollup({ userSeconds: users(mean) }) }), run).slices.map(({ littlesLaw }) => littlesLaw?.holds);
    assert.deepEqual(holds(100), [true, true, true]);
    assert.deepEqual(holds(90), [false, true, true]);
  });
});

describe('a slice is void', () => {
  it('not where nothing speaks against it', () => {
    assert.deepEqual(voids(raw()), [[], [], []]);
  });

  it('where other processes used more than 10 % of the machine; its CPU per request counts up to 50 %', () => {
    const disturbed = (/** @type {number} */ cores) => figuresOf(raw({ processes: busy(cores) }));
    assert.deepEqual(disturbed(0.19).voids, []);
    assert.deepEqual(disturbed(0.21).voids.map(voidText), ['other processes used 10.5 % of the machine at 100 VUs, more than 10 %']);
    assert.equal(disturbed(0.99).cpuCounts, true);
    assert.equal(disturbed(1.01).cpuCounts, false);
  });

  it('not for one scrape that is missing; without two on its plateau it has no CPU', () => {
    const scrapes = { expected: 5, ok: 4, slowestMs: 900 };
    const slices = TARGETS.map((_, index) => ({ ...slice(index), scrapes, counts: { k6: 5000, hlog: 5000, influx: null } }));
    const missing = (/** @type {number[]} */ seconds) => figuresOf(raw({ servers: new Map([['mvc', server(seconds)]]) }, { slices }));
    assert.deepEqual(missing([0, 1, 2, 4]).voids, []);
    assert.equal(missing([0, 1, 2, 4]).cpuCounts, true);
    assert.deepEqual([missing([0, 3, 6]).voids, missing([0, 3, 6]).cpuCounts, missing([0, 3, 6]).stage.cpuCores], [[], false, null]);
  });

  it('where requests of the slice before were still in flight', () => {
    const late = requests([[...steady(0), [5, 10], [7, 1]], steady(1), steady(2)]);
    const counts = [5011, 5000, 5000].map((count) => ({ k6: count, hlog: count, influx: count }));
    const slices = TARGETS.map((_, index) => ({ ...slice(index), counts: counts[index] }));
    const found = sequenceFigures(raw({ requests: late }, { slices }), run).slices;
    assert.deepEqual(found.map((each) => [each.voids, each.cpuCounts]).slice(0, 2), [
      [[], true],
      [[{ kind: 'overlap', seconds: 2 }], false],
    ]);
    assert.deepEqual(found[2].voids, []);
  });

  it('where the target of the slice before was still serving requests, whether or not k6 waited for them', () => {
    const inFlight = (/** @type {Record<number, number>} */ bySecond) => {
      const rows = Object.entries(bySecond).map(([second, count]) => {
        return /** @type {[number, string, string, number]} */ ([
          MS + Number(second) * 1000,
          'http_server_requests_active_seconds_count',
          'uri=/read',
          count,
        ]);
      });
      const gauge = parseServerCsv(serverCsv(rows));
      return sequenceFigures(raw({ servers: new Map([['mvc', gauge]]) }), run).slices.map((each) => each.voids);
    };
    assert.deepEqual(inFlight({ 4: 90, 5.5: 3, 6.5: 0 }), [[], [], []]);
    assert.deepEqual(inFlight({ 4: 90, 6.4: 3, 8.4: 1, 9.4: 0 }), [[], [{ kind: 'overlap', seconds: 2 }], []]);
  });

  it('where k6 and its log count differently', () => {
    const log = requests([steady(0), steady(1), [...steady(2), [17, 1]]]);
    assert.deepEqual(voids(raw({ requests: log })), [[], [], ['k6 counted 5000 requests, http.hlog holds 5001']]);
  });

  it('where the generator was the limit, and its CPU per request with it', () => {
    const watched = processes({ ...QUIET, generator: (second) => 1.3 * second, machine: (second) => 1.8 * second });
    const { voids: reasons, cpuCounts, tooFastFor } = figuresOf(raw({ processes: watched }));
    assert.deepEqual([reasons.map(({ kind }) => kind), cpuCounts, tooFastFor], [['generator overused'], false, 'generator']);
  });

  it('where too many of its own requests failed', () => {
    const log = requests([steady(0), steady(1).map(([second, ok]) => [second, ok - 10, 10]), steady(2)]);
    assert.deepEqual(
      voids(raw({ requests: log })).map((reasons) => reasons.length),
      [0, 1, 0],
    );
  });

  it('where nothing could be counted, not by zeros', () => {
    const { stage } = figuresOf(raw({ requests: null, missing: ['http.hlog: no such file'] }));
    assert.deepEqual([stage.rps, stage.plateauSuccesses], [null, null]);
  });

  it('with requests of none, if its log is empty', () => {
    const { stage } = figuresOf(raw({ requests: requests([[], steady(1), steady(2)]) }));
    assert.equal(stage.plateauSuccesses, 0);
  });
});
